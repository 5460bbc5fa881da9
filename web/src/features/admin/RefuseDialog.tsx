import { type FormEvent, useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { Refusal } from "#/api/limits.gen.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";

type RefuseDialogProps = {
  title: string;
  text: string;
  busy: boolean;
  error: Error | null;
  onRefuse: (reason: string) => void;
  onClose: () => void;
};

/** Asks for the reason that goes to the person who is refused. */
export function RefuseDialog({ title, text, busy, error, onRefuse, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const why = reason.trim();
    setMissing(why === "");
    if (why && !busy) onRefuse(why);
  };
  return (
    <Dialog open onClose={onClose} title={title} text={text}>
      {error && <Banner tone="danger">{messageOf(error, m.operations_change_failed_text())}</Banner>}
      <form noValidate onSubmit={submit}>
        <Stack>
          <Field
            label={m.operations_claim_reason()}
            value={reason}
            maxLength={Refusal.reason}
            autoComplete="off"
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={missing ? m.operations_claim_reason_missing() : undefined}
          />
          <Button type="submit" full busy={busy}>
            {m.operations_claim_refuse()}
          </Button>
        </Stack>
      </form>
      <Button full variant="second" onClick={onClose}>
        {m.operations_claim_keep()}
      </Button>
    </Dialog>
  );
}
