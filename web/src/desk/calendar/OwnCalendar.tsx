import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { connectCalendar, removeCalendar } from "#/api/deskCalendar.queries.ts";
import { ApiError } from "#/api/errors.ts";
import type { DeskCalendar } from "#/api/types.ts";
import { formatDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";

/** What to do about an address that cannot be read. */
const PROBLEMS: Record<string, () => string> = {
  refused: m.desk_decide_calendar_own_refused,
  gone: m.desk_decide_calendar_own_gone,
  unreachable: m.desk_decide_calendar_own_unreachable,
  not_calendar: m.desk_decide_calendar_own_not_calendar,
  too_big: m.desk_decide_calendar_own_too_big,
};

function adviceOn(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== "calendar_unreadable") return undefined;
  return PROBLEMS[(JSON.parse(error.body) as { problem: string }).problem]?.();
}

/** Connects the member's own calendar, whose busy times come last in invitations. Its address is never shown again. */
export function OwnCalendar({ own }: { own: DeskCalendar["own"] }) {
  const [replacing, setReplacing] = useState(false);
  const remove = useMutation(removeCalendar);
  const asks = !own || replacing || own.problem !== null;
  return (
    <Card as="section" aria-label={m.desk_decide_calendar_own()}>
      <Stack gap="s">
        <Heading level={2}>{m.desk_decide_calendar_own()}</Heading>
        <Text quiet>{m.desk_decide_calendar_own_text()}</Text>
        {own && (
          <div>
            <Text strong>{m.desk_decide_calendar_own_connected({ host: own.host })}</Text>
            {!own.problem && (
              <Text size="small" quiet>
                {m.desk_decide_calendar_own_read({ when: formatDateTime(own.readAt) })}
              </Text>
            )}
          </div>
        )}
        {own?.problem && (
          <Banner tone="danger" title={m.desk_decide_calendar_own_stale({ when: formatDateTime(own.readAt) })}>
            {PROBLEMS[own.problem]?.()}
          </Banner>
        )}
        {asks && <AddressForm onDone={() => setReplacing(false)} />}
        {own && (
          <>
            <Refusal error={remove.error} />
            <Row wrap>
              {!asks && <TextLink onClick={() => setReplacing(true)}>{m.desk_decide_calendar_own_replace()}</TextLink>}
              <TextLink
                onClick={() =>
                  void remove.mutateAsync(undefined).then(
                    () => toast({ title: m.desk_decide_calendar_own_removed(), tone: "good" }),
                    () => undefined,
                  )
                }
              >
                {m.desk_decide_calendar_own_remove()}
              </TextLink>
            </Row>
          </>
        )}
      </Stack>
    </Card>
  );
}

function AddressForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync: connect, error } = useMutation(connectCalendar);
  const form = useForm({ address: text(m.desk_decide_calendar_own_missing) }, { address: "" });
  const submit = async ({ address }: { address: string }) => {
    try {
      await connect(address);
      toast({ title: m.desk_decide_calendar_own_done(), tone: "good" });
      onDone();
    } catch (refused) {
      form.setErrors({ address: adviceOn(refused) });
    }
  };
  return (
    <form {...form.on(submit)}>
      <Stack gap="s">
        <Field
          label={m.desk_decide_calendar_own_address()}
          hint={m.desk_decide_calendar_own_hint()}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.field("address")}
        />
        {!adviceOn(error) && <Refusal error={error} />}
        <div>
          <Button type="submit" variant="second" size="small" busy={form.busy}>
            {m.desk_decide_calendar_own_connect()}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
