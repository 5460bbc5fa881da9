import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { actOnWebhook, webhooksQuery } from "#/api/deskConnections.queries.ts";
import type { Webhook } from "#/api/types.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";
import { DeliveriesDialog } from "./DeliveriesDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import styles from "./Webhooks.module.css";

type Opened = { dialog: "edit"; webhook: Webhook | null } | { dialog: "log"; webhook: Webhook } | { dialog: "secret"; secret: string; rotated: boolean };

/** The employer's own systems that events are sent to. */
export function WebhooksTab() {
  const query = useQuery(webhooksQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <TitledCard title={m.desk_webhooks_title()}>
      <Text>{m.desk_webhooks_text()}</Text>
      <QueryState query={query} failed={m.desk_webhooks_failed()} outdated={m.desk_webhooks_outdated()}>
        {({ endpoints, events }) => (
          <>
            {endpoints.length === 0 && <Text quiet>{m.desk_webhooks_none()}</Text>}
            <DividedList>
              {endpoints.map((one) => (
                <Endpoint
                  key={one.id}
                  webhook={one}
                  onChange={() => setOpened({ dialog: "edit", webhook: one })}
                  onLog={() => setOpened({ dialog: "log", webhook: one })}
                />
              ))}
            </DividedList>
            <div>
              <Button variant="second" size="small" onClick={() => setOpened({ dialog: "edit", webhook: null })}>
                {m.desk_webhooks_add()}
              </Button>
            </div>
            {opened?.dialog === "edit" && (
              <WebhookDialog
                webhook={opened.webhook}
                events={events}
                onSecret={(secret, rotated) => setOpened({ dialog: "secret", secret, rotated })}
                onClose={close}
              />
            )}
          </>
        )}
      </QueryState>
      {opened?.dialog === "log" && <DeliveriesDialog webhook={opened.webhook} onClose={close} />}
      {opened?.dialog === "secret" && (
        <SecretDialog
          secret={opened.secret}
          label={m.desk_webhooks_secret()}
          text={opened.rotated ? m.desk_webhooks_secret_rotated() : m.desk_webhooks_secret_text()}
          copyLabel={m.desk_webhooks_secret_copy()}
          copied={m.desk_webhooks_secret_copied()}
          onClose={close}
        />
      )}
    </TitledCard>
  );
}

function Endpoint({ webhook, onChange, onLog }: { webhook: Webhook; onChange: () => void; onLog: () => void }) {
  const { mutateAsync: act, error, isPending } = useMutation(actOnWebhook);
  const on = webhook.state === "enabled";
  const address = webhook.url;
  const test = () =>
    void act({ id: webhook.id, action: "test" }, { onSuccess: onLog }).then(
      () => toast({ title: m.desk_webhooks_tested(), tone: "good" }),
      () => undefined,
    );
  return (
    <Stack as="li" gap="xs">
      <Row spread wrap>
        <Heading level={3} size={3} className={styles.address}>
          {address}
        </Heading>
        <Tag tone={on ? (webhook.failingSince === null ? "good" : "bad") : "plain"}>{stateOf(webhook)}</Tag>
      </Row>
      <Text size="small" quiet>
        {webhook.succeededAt === null ? m.desk_webhooks_never() : m.desk_webhooks_succeeded({ when: formatDateTime(webhook.succeededAt) })}
      </Text>
      {webhook.waiting > 0 && (
        <Text size="small" quiet>
          {m.desk_webhooks_waiting({ amount: formatCount(webhook.waiting) })}
        </Text>
      )}
      {webhook.oldSecretUntil !== null && (
        <Text size="small" quiet>
          {m.desk_webhooks_rotating({ when: formatDateTime(webhook.oldSecretUntil) })}
        </Text>
      )}
      <Refusal error={error} />
      <Row wrap>
        <TextLink onClick={onLog} aria-label={m.desk_webhooks_deliveries_one({ address })}>
          {m.desk_webhooks_deliveries()}
        </TextLink>
        {on && (
          <TextLink onClick={test} disabled={isPending} aria-label={m.desk_webhooks_test_one({ address })}>
            {m.desk_webhooks_test()}
          </TextLink>
        )}
        <TextLink onClick={onChange} aria-label={m.desk_webhooks_change_one({ address })}>
          {m.desk_webhooks_change()}
        </TextLink>
      </Row>
    </Stack>
  );
}

function stateOf({ state, reason, failingSince }: Webhook): string {
  if (state === "enabled") return failingSince === null ? m.desk_webhooks_on() : m.desk_webhooks_failing({ when: formatDateTime(failingSince) });
  if (reason === "gone") return m.desk_webhooks_off_gone();
  return reason === "failing" ? m.desk_webhooks_off_failing() : m.desk_webhooks_off();
}
