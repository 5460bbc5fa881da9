import { type FormEvent, type ReactNode, useState } from "react";
import type { Act, Application } from "#/api/applications.queries.ts";
import { formatExcess } from "#/format/length.ts";
import { m } from "#/messages.gen/messages.js";
import { useDraft } from "#/session/drafts.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

export const MAX_LENGTH = 2000;

export type Send = (what: Act, done?: () => void) => void;
export type PartProps = { application: Application; send: Send; busy: boolean };

/** What the candidate is writing in this field: kept until it is sent, also beyond the end of the session. */
export function useWritten(application: string, field: "answer" | "message" | "times" | "meeting" | "look") {
  return useDraft(`${unsentNames(application)}${field}`, () => "");
}

/** The beginning of the names of what was written about an application and not sent. */
export const unsentNames = (application: string) => `unsent:${application}:`;

type MessageProps = { application: string; field: "answer" | "message"; label: string; button: string; send: Send; busy: boolean };

export function MessageForm({ application, field, label, button, send, busy }: MessageProps) {
  const [written, write, drop] = useWritten(application, field);
  // One key for each message: a resend after a lost reply is not a second message.
  const [key, setKey] = useState(() => newKey());
  const [excess, setExcess] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = written.trim();
    const tooLong = formatExcess(text, MAX_LENGTH);
    setExcess(tooLong);
    if (!text || tooLong) return;
    send({ kind: "message", text, key }, () => {
      write("");
      drop();
      setKey(newKey());
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="s">
        <Field label={label} error={excess}>
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              required
              value={written}
              onChange={({ target }) => {
                write(target.value);
                setExcess(undefined);
              }}
            />
          )}
        </Field>
        <Button variant={field === "answer" ? "primary" : "second"} size="small" type="submit" busy={busy}>
          {button}
        </Button>
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
        <Button variant="second" size="small" busy={busy} onClick={onSure}>
          {open}
        </Button>
        <TextLink onClick={() => setAsking(false)}>{m.applications_keep()}</TextLink>
      </Row>
    </Stack>
  );
}
