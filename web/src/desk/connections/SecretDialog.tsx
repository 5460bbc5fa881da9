import { m } from "#/messages.gen/messages.js";
import { copyText } from "#/platform/clipboard.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";

type SecretDialogProps = {
  secret: string;
  label: string;
  text: string;
  copyLabel: string;
  copied: string;
  onClose: () => void;
};

/** Shows a new secret, once. */
export function SecretDialog({ secret, label, text, copyLabel, copied, onClose }: SecretDialogProps) {
  const copy = () =>
    copyText(secret).then(
      () => toast({ title: copied, tone: "good" }),
      () => toast({ title: m.desk_connections_copy_failed(), tone: "danger" }),
    );
  return (
    <Dialog open onClose={onClose} title={label} text={text}>
      <Stack>
        <Field label={label} value={secret} readOnly />
        <Button variant="second" full onClick={() => void copy()}>
          {copyLabel}
        </Button>
        <Button full onClick={onClose}>
          {m.desk_webhooks_secret_done()}
        </Button>
      </Stack>
    </Dialog>
  );
}
