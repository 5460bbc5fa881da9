import { m } from "#/messages.gen/messages.js";
import { copyText } from "#/platform/clipboard.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";

/** Shows a new signing secret, once. */
export function SecretDialog({ secret, rotated, onClose }: { secret: string; rotated: boolean; onClose: () => void }) {
  const copy = () =>
    copyText(secret).then(
      () => toast({ title: m.desk_webhooks_secret_copied(), tone: "good" }),
      () => toast({ title: m.desk_connections_copy_failed(), tone: "danger" }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.desk_webhooks_secret()}
      text={rotated ? m.desk_webhooks_secret_rotated() : m.desk_webhooks_secret_text()}
    >
      <Stack>
        <Field label={m.desk_webhooks_secret()} value={secret} readOnly />
        <Button variant="second" full onClick={() => void copy()}>{m.desk_webhooks_secret_copy()}</Button>
        <Button full onClick={onClose}>{m.desk_webhooks_secret_done()}</Button>
      </Stack>
    </Dialog>
  );
}
