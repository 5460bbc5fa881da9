import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { deliveriesQuery, replayDelivery } from "#/api/deskConnections.queries.ts";
import type { Webhook, WebhookDelivery } from "#/api/types.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";
import styles from "./Webhooks.module.css";

/** What was sent to one address, with the replies. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const query = useInfiniteQuery(deliveriesQuery(webhook.id));
  return (
    <Dialog open onClose={onClose} wide title={m.desk_webhooks_log()} text={m.desk_webhooks_log_text()}>
      <Stack>
        <Text size="small" quiet className={styles.address}>
          {webhook.url}
        </Text>
        <QueryState query={query} failed={m.desk_webhooks_log_failed()} outdated={m.desk_webhooks_outdated()}>
          {({ pages }) => {
            const deliveries = pages.flatMap((page) => page.deliveries);
            if (deliveries.length === 0) return <Text quiet>{m.desk_webhooks_log_empty()}</Text>;
            return (
              <DividedList>
                {deliveries.map((one) => (
                  <Delivery key={one.id} endpoint={webhook} delivery={one} />
                ))}
              </DividedList>
            );
          }}
        </QueryState>
        {query.hasNextPage && (
          <Button variant="second" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.desk_webhooks_more()}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

const STATES = {
  pending: { tone: "plain", text: m.desk_webhooks_pending },
  delivered: { tone: "good", text: m.desk_webhooks_delivered },
  failed: { tone: "bad", text: m.desk_webhooks_not_delivered },
} as const;

function Delivery({ endpoint, delivery }: { endpoint: Webhook; delivery: WebhookDelivery }) {
  const { mutateAsync: replay, error, isPending } = useMutation(replayDelivery);
  const { state, attempts, type } = delivery;
  const when = formatDateTime(delivery.createdAt);
  const sent = () => toast({ title: m.desk_webhooks_replayed(), tone: "good" });
  const result = delivery.status === null ? m.desk_webhooks_no_reply() : m.desk_webhooks_status({ status: String(delivery.status) });
  return (
    <Stack as="li" gap="xs">
      <Row spread wrap>
        <Heading level={3} size={3} className={styles.address}>
          {type}
        </Heading>
        <Tag tone={STATES[state].tone}>{STATES[state].text()}</Tag>
      </Row>
      <Text size="small" quiet>
        {when}
      </Text>
      {attempts > 0 && (
        <Text size="small" quiet>
          {[result, delivery.error, m.desk_webhooks_attempts({ amount: formatCount(attempts) })].filter(Boolean).join(" · ")}
        </Text>
      )}
      {state === "pending" && endpoint.state === "enabled" && attempts > 0 && (
        <Text size="small" quiet>
          {m.desk_webhooks_next({ when: formatDateTime(delivery.dueAt) })}
        </Text>
      )}
      <Disclosure label={m.desk_webhooks_show()}>
        <Stack gap="xs">
          <Text size="small" quiet>
            {m.desk_webhooks_body()}
          </Text>
          {/* Reachable by keyboard, because it can scroll. */}
          <pre className={styles.code} tabIndex={0} aria-label={m.desk_webhooks_body()} role="region">
            {delivery.body || m.desk_webhooks_body_gone()}
          </pre>
          {delivery.response !== null && (
            <>
              <Text size="small" quiet>
                {m.desk_webhooks_response()}
              </Text>
              <pre className={styles.code} tabIndex={0} aria-label={m.desk_webhooks_response()} role="region">
                {delivery.response || m.desk_webhooks_response_none()}
              </pre>
            </>
          )}
        </Stack>
      </Disclosure>
      <Refusal error={error} />
      {state !== "pending" && endpoint.state === "enabled" && delivery.body && (
        <TextLink
          disabled={isPending}
          onClick={() => void replay({ endpoint: endpoint.id, delivery: delivery.id }).then(sent, () => undefined)}
          aria-label={m.desk_webhooks_replay_one({ type, when })}
        >
          {m.desk_webhooks_replay()}
        </TextLink>
      )}
    </Stack>
  );
}
