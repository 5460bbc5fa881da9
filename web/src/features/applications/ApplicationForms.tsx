import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Act, Application } from "#/api/applications.queries.ts";
import { formatExcess } from "#/format/length.ts";
import { m } from "#/messages.gen/messages.js";
import { useContentKeys } from "#/platform/contentKeys.ts";
import { useDraft } from "#/session/drafts.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { ActButton } from "./ActButton.tsx";

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
  const [keyOf, forgetKeys] = useContentKeys();
  const [error, setError] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = written.trim();
    const wrong = text ? formatExcess(text, MAX_LENGTH) : m.applications_write_empty();
    setError(wrong);
    if (wrong) return area.current?.focus();
    send({ kind: "message", text, key: keyOf(text) }, () => {
      write("");
      drop();
      forgetKeys();
    });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="s">
        <Field label={label} error={error}>
          {(ids) => (
            <textarea
              {...ids}
              ref={area}
              rows={3}
              aria-required
              readOnly={busy}
              value={written}
              onChange={({ target }) => {
                write(target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <ActButton size="small" type="submit" busy={busy}>
          {button}
        </ActButton>
      </Stack>
    </form>
  );
}

interface InlineConfirmProps {
  open: string;
  text: ReactNode;
  busy: boolean;
  /** The main action of its card: a button, with words of its own for yes and no. */
  main?: { yes: string; no: string };
  onConfirm: () => void;
}

/** An action that cannot be taken back: the first press asks. */
export function InlineConfirm({ open, text, busy, main, onConfirm }: InlineConfirmProps) {
  const [asking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  if (!asking && main) {
    return (
      <Button full onClick={ask}>
        {open}
      </Button>
    );
  }
  if (!asking) return <TextLink onClick={ask}>{open}</TextLink>;
  return (
    <Stack gap="s">
      <Text role="status">{text}</Text>
      <Row wrap>
        <ActButton variant={main ? "primary" : "second"} size="small" busy={busy} onClick={onConfirm}>
          {main?.yes ?? open}
        </ActButton>
        <TextLink onClick={() => setAsking(false)}>{main?.no ?? m.applications_keep()}</TextLink>
      </Row>
    </Stack>
  );
}
