import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { mergeEmployers, mergeQuery, type OperatedEmployer, sameNameQuery } from "#/api/operations.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { exact } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";

type Props = { employer: OperatedEmployer; onClose: () => void };

/** Merges a record into another one of the same name: choose it, see what would happen, and type the name. */
export function MergeEmployer({ employer, onClose }: Props) {
  const query = useQuery(sameNameQuery(employer.id));
  const [into, setInto] = useState<OperatedEmployer | null>(null);
  return (
    <Dialog open onClose={onClose} title={m.operations_employer_merge_title({ employer: employer.name })} text={m.operations_employer_merge_text()}>
      <Stack>
        <QueryState outdated={m.operations_old()} query={query} failed={m.operations_employer_merge_failed()}>
          {(found) =>
            found.length === 0 ? (
              <Text quiet>{m.operations_employer_merge_none()}</Text>
            ) : (
              <Stack as="fieldset" gap="xs">
                <legend>{m.operations_employer_merge_into()}</legend>
                {found.map((one) => (
                  <OptionCard key={one.id} type="radio" name="into" bare label={labelOf(one)} checked={into?.id === one.id} onChange={() => setInto(one)} />
                ))}
              </Stack>
            )
          }
        </QueryState>
        {into && <Confirm key={into.id} employer={employer.id} into={into} onClose={onClose} />}
      </Stack>
      <Button full variant="second" onClick={onClose}>
        {m.operations_claim_keep()}
      </Button>
    </Dialog>
  );
}

function labelOf({ name, people }: OperatedEmployer): string {
  const owners = people.filter(({ state }) => state === "active").map(({ email }) => email);
  return m.operations_employer_merge_option({ name, people: owners.join(", ") || m.operations_employer_merge_unowned() });
}

function Confirm({ employer, into: { id: into, name }, onClose }: { employer: string; into: OperatedEmployer; onClose: () => void }) {
  const { data: would, error: refused } = useQuery(mergeQuery({ employer, into }));
  const { mutateAsync: merge, error } = useMutation(mergeEmployers);
  const form = useForm({ typed: exact((typed) => (typed.trim() === name ? "" : m.operations_employer_close_wrong())) }, { typed: "" });
  const submit = async ({ typed }: { typed: string }) => {
    try {
      const { jobs, applications } = await merge({ employer, into, name: typed.trim() });
      toast({ title: m.operations_employer_merge_done({ jobs, applications }), tone: "good" });
      onClose();
    } catch {
      // Shown above the button.
    }
  };
  const problem = refused ?? error;
  return (
    <form {...form.on(submit)}>
      <Stack>
        {would && (
          <>
            <Text strong>{m.operations_employer_merge_would()}</Text>
            <ul>{LINES.map(([key, line]) => would[key] > 0 && <li key={key}>{line({ count: would[key] })}</li>)}</ul>
            <Field label={m.operations_employer_close_type({ employer: name })} autoComplete="off" {...form.field("typed")} />
          </>
        )}
        {problem && <Banner tone="danger">{messageOf(problem, m.operations_change_failed_text())}</Banner>}
        {would && (
          <Button type="submit" full busy={form.busy}>
            {m.operations_employer_merge()}
          </Button>
        )}
      </Stack>
    </form>
  );
}

const LINES = [
  ["jobs", m.operations_employer_merge_jobs],
  ["applications", m.operations_employer_merge_applications],
  ["locations", m.operations_employer_merge_locations],
  ["members", m.operations_employer_merge_members],
  ["samePeople", m.operations_employer_merge_same],
  ["limited", m.operations_employer_merge_limited],
  ["narrowed", m.operations_employer_merge_narrowed],
  ["ended", m.operations_employer_merge_ended],
  ["unplaced", m.operations_employer_merge_unplaced],
] as const;
