import { messageOf, waitOf } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { useCountdown } from "#/platform/clock.ts";
import { Field } from "#/ui/Field/Field.tsx";
import type { FieldOfForm } from "#/ui/form/useForm.ts";
import { Row } from "#/ui/Row/Row.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { TryAgainIn } from "#/ui/TryAgainIn/TryAgainIn.tsx";
import { ProblemBanner } from "./ProblemBanner.tsx";
import { useProblem } from "./useRefusal.ts";

/** Wait before a resend: messages take a moment to arrive, and an account gets only a few codes an hour. */
const BETWEEN_CODES_S = 30;

interface CodeFieldProps {
  label: string;
  field: FieldOfForm;
  /** Resends the code; null when the recipient is unknown. */
  send: (() => Promise<unknown>) | null;
}

/** A field for the 6-digit code that was just sent, with a resend button. */
export function CodeField({ label, field, send }: CodeFieldProps) {
  return (
    <div>
      <Field label={label} hint={m.account_code_hint()} short inputMode="numeric" autoComplete="one-time-code" {...field} />
      {send && <SendAgain send={send} />}
    </div>
  );
}

function SendAgain({ send }: { send: () => Promise<unknown> }) {
  const { left, start } = useCountdown(BETWEEN_CODES_S);
  const { problem, say, clear } = useProblem();
  const waiting = left > 0;

  async function sendAgain(): Promise<void> {
    start(BETWEEN_CODES_S);
    clear();
    try {
      await send();
      toast({ title: m.account_code_sent(), description: m.account_code_sent_text(), tone: "good" });
    } catch (error) {
      start(waitOf(error));
      say(m.account_code_failed(), messageOf(error, m.account_code_failed_text()));
    }
  }

  return (
    <Row wrap>
      <TextLink aria-disabled={waiting || undefined} onClick={() => waiting || void sendAgain()}>
        {m.account_code_again()}
      </TextLink>
      <TryAgainIn seconds={left} />
      <ProblemBanner problem={problem} />
    </Row>
  );
}
