import { type FormEvent, type ReactNode, useState } from "react";
import type { Act, Application } from "#/api/applications.queries.ts";
import { formatExcess } from "#/format/length.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

export const LONGEST = 2000;

export type Send = (what: Act, done?: () => void) => void;
export type PartProps = { application: Application; send: Send; busy: boolean };

export function MessageForm({ label, button, send, busy }: { label: string; button: string; send: Send; busy: boolean }) {
  // One key for each message: a resend after a lost reply is not a second message.
  const [key, setKey] = useState(() => newKey());
  const [excess, setExcess] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get("text")).trim();
    const tooLong = formatExcess(text, LONGEST);
    setExcess(tooLong);
    if (!text || tooLong) return;
    send({ kind: "message", text, key }, () => {
      form.reset();
      setKey(newKey());
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="s">
        <Field label={label} error={excess}>
          {(ids) => <textarea {...ids} name="text" rows={3} required onInput={() => setExcess(undefined)} />}
        </Field>
        <Button variant="second" size="small" type="submit" busy={busy}>{button}</Button>
      </Stack>
    </form>
  );
}

function newKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** An action that cannot be taken back: the first press asks. */
export function Sure({ open, text, busy, onSure }: { open: string; text: ReactNode; busy: boolean; onSure: () => void }) {
  const [asking, setAsking] = useState(false);
  if (!asking) return <TextLink onClick={() => setAsking(true)}>{open}</TextLink>;
  return (
    <Stack gap="s">
      <Text role="status">{text}</Text>
      <Row wrap>
        <Button variant="second" size="small" busy={busy} onClick={onSure}>{open}</Button>
        <TextLink onClick={() => setAsking(false)}>{m.applications_keep()}</TextLink>
      </Row>
    </Stack>
  );
}
