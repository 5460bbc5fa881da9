import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { closeDesk } from "#/api/deskSession.queries.ts";
import { closeAccount, leavingQuery } from "#/api/deskTeam.queries.ts";
import { EmployerEnding } from "#/api/limits.gen.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { anyCode } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { useDesk } from "../session.ts";
import { AnyCode } from "../signIn/AnyCode.tsx";
import { Refusal } from "../signIn/SignInLayout.tsx";

/** How an employer leaves: a copy of its data, and the end of the account. */
export function Leaving() {
  const [closing, setClosing] = useState(false);
  return (
    <TitledCard title={m.desk_leaving_title()}>
      <Stack gap="s">
        <Text size="small">{m.desk_leaving_text()}</Text>
        <TextLink outside="/api/desk/employer/copy" download>
          {m.desk_leaving_copy()}
        </TextLink>
        <Text size="small" quiet>
          {m.desk_leaving_copy_hint()}
        </Text>
        <TextLink onClick={() => setClosing(true)}>{m.desk_leaving_close()}</TextLink>
      </Stack>
      {closing && <CloseDialog onClose={() => setClosing(false)} />}
    </TitledCard>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { employer } = useDesk();
  const cache = useQueryClient();
  const counts = useQuery(leavingQuery);
  const { mutateAsync: end, error, reset } = useMutation(closeAccount);
  const sameName = { read: (typed: string) => typed.trim(), objection: (typed: string) => (typed === employer.name ? "" : m.desk_leaving_name_wrong()) };
  const form = useForm({ name: sameName, code: anyCode(m.desk_in_code_missing) }, { name: "", code: "" });
  const submit = async (values: { name: string; code: string }) => {
    reset();
    await end(values).then(
      () => {
        closeDesk(cache);
        toast({ title: m.desk_leaving_closed({ employer: employer.name }), tone: "good" });
      },
      () => undefined,
    );
  };
  return (
    <Dialog open onClose={onClose} title={m.desk_leaving_close_title({ employer: employer.name })} text={m.desk_leaving_close_text()}>
      <form {...form.on(submit)}>
        <Stack>
          <QueryState query={counts} failed={m.desk_team_failed()}>
            {({ applications, jobs, members, invited }) => (
              <>
                <Text strong>{m.desk_leaving_counts({ applications: formatCount(applications), jobs: formatCount(jobs), members: formatCount(members) })}</Text>
                {invited.length > 0 && <Text>{m.desk_leaving_invited({ count: formatCount(invited.length), names: formatList(invited) })}</Text>}
              </>
            )}
          </QueryState>
          <Field label={m.desk_leaving_name({ employer: employer.name })} autoComplete="off" maxLength={EmployerEnding.name} {...form.field("name")} />
          <AnyCode label={m.desk_leaving_code()} {...form.field("code")} />
          <Refusal error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_leaving_close()}
          </Button>
          <TextLink center onClick={onClose}>
            {m.desk_leaving_keep()}
          </TextLink>
        </Stack>
      </form>
    </Dialog>
  );
}
