import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { actOnWebhook, rotateWebhookSecret, saveWebhook, type WebhookAction } from "#/api/deskConnections.queries.ts";
import { WebhookFields } from "#/api/limits.gen.ts";
import type { Webhook, Webhooks } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";

type WebhookDialogProps = {
  webhook: Webhook | null;
  events: Webhooks["events"];
  onSecret: (secret: string, rotated: boolean) => void;
  onClose: () => void;
};

/** Adds an address, or changes, turns off or deletes one. */
export function WebhookDialog({ webhook, events, onSecret, onClose }: WebhookDialogProps) {
  const save = useMutation(saveWebhook);
  const rotate = useMutation(rotateWebhookSecret);
  const act = useMutation(actOnWebhook);
  const [chosen, setChosen] = useState(webhook?.events ?? events);
  const [tried, setTried] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const form = useForm({ url: text(m.desk_webhooks_address_missing) }, { url: webhook?.url ?? "https://" });
  const run = (id: string, action: WebhookAction, title: string) =>
    void act.mutateAsync({ id, action }, { onSuccess: onClose }).then(
      () => toast({ title, tone: "good" }),
      () => undefined,
    );
  // Shown also if this dialog was closed meanwhile: no other place ever shows it.
  const renew = (id: string) =>
    void rotate.mutateAsync(id).then(
      (secret) => onSecret(secret, true),
      () => undefined,
    );
  const submit = async ({ url }: { url: string }) => {
    setTried(true);
    if (chosen.length === 0) return;
    try {
      const secret = await save.mutateAsync({ id: webhook?.id, url, events: chosen }, { onSuccess: (found) => found === null && onClose() });
      if (secret === null) toast({ title: m.desk_webhooks_saved(), tone: "good" });
      else onSecret(secret, false);
    } catch {
      // Shown above the button.
    }
  };
  if (deleting && webhook) {
    return (
      <Dialog open onClose={onClose} title={m.desk_webhooks_delete_sure()} text={m.desk_webhooks_delete_text()}>
        <Stack>
          <Refusal error={act.error} />
          <Button full busy={act.isPending} onClick={() => run(webhook.id, "delete", m.desk_webhooks_deleted())}>
            {m.desk_webhooks_delete()}
          </Button>
          <TextLink center onClick={() => setDeleting(false)}>
            {m.desk_webhooks_keep()}
          </TextLink>
        </Stack>
      </Dialog>
    );
  }
  const [action, label, done]: [WebhookAction, string, string] =
    webhook?.state === "disabled"
      ? ["enable", m.desk_webhooks_turn_on(), m.desk_webhooks_turned_on()]
      : ["disable", m.desk_webhooks_turn_off(), m.desk_webhooks_turned_off()];
  return (
    <Dialog open onClose={onClose} title={webhook ? m.desk_webhooks_change() : m.desk_webhooks_add()}>
      <form {...form.on(submit)}>
        <Stack>
          <Field
            label={m.desk_webhooks_address()}
            hint={m.desk_webhooks_address_hint()}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={WebhookFields.url}
            {...form.field("url")}
          />
          <Stack as="fieldset" gap="xs">
            <legend>{m.desk_webhooks_events()}</legend>
            <OptionCard
              type="checkbox"
              bare
              label={m.desk_webhooks_all()}
              checked={chosen.length === events.length}
              onChange={({ target }) => setChosen(target.checked ? events : [])}
            />
            {chosen.length < events.length &&
              events.map((event) => (
                <OptionCard
                  key={event}
                  type="checkbox"
                  bare
                  label={event}
                  checked={chosen.includes(event)}
                  onChange={({ target }) => setChosen(events.filter((one) => (one === event ? target.checked : chosen.includes(one))))}
                />
              ))}
          </Stack>
          {tried && chosen.length === 0 && <Text role="alert">{m.desk_webhooks_events_missing()}</Text>}
          <Refusal error={save.error ?? rotate.error ?? act.error} />
          <Button type="submit" full busy={form.busy}>
            {webhook ? m.desk_webhooks_save() : m.desk_webhooks_create()}
          </Button>
          {webhook && (
            <>
              <TextLink onClick={() => renew(webhook.id)}>{m.desk_webhooks_new_secret()}</TextLink>
              <TextLink onClick={() => run(webhook.id, action, done)}>{label}</TextLink>
              <TextLink onClick={() => setDeleting(true)}>{m.desk_webhooks_delete()}</TextLink>
            </>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
