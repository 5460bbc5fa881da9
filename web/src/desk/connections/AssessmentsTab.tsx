import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type AssessmentOrder, assessmentsQuery, createAssessmentKey, revokeAssessmentKey } from "#/api/deskConnections.queries.ts";
import { formatDate, formatDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { copy } from "./copy.ts";

const STATES: Record<string, { label: () => string; tone: "good" | "info" | "bad" | "plain" }> = {
  sent: { label: m.desk_connections_ats_sent, tone: "plain" },
  accepted: { label: m.desk_connections_ats_accepted, tone: "info" },
  done: { label: m.desk_connections_ats_done, tone: "good" },
  refused: { label: m.desk_connections_ats_refused, tone: "plain" },
  expired: { label: m.desk_connections_ats_expired, tone: "plain" },
  failed: { label: m.desk_connections_ats_order_failed, tone: "bad" },
};

/** The employer's applicant tracking system: its key, and the interviews it ordered. */
export function AssessmentsTab() {
  const query = useInfiniteQuery(assessmentsQuery);
  return (
    <TitledCard title={m.desk_connections_ats()}>
      <QueryState query={query} failed={m.desk_connections_ats_failed()} outdated={m.desk_connections_feed_outdated()}>
        {({ pages }) => {
          const first = pages[0];
          const orders = pages.flatMap((page) => page.orders);
          return (
            <Stack gap="l">
              <Stack>
                <Text>{m.desk_connections_ats_text()}</Text>
                {first && <Field label={m.desk_connections_ats_address()} value={first.url} readOnly />}
                <Key current={first?.key ?? null} />
              </Stack>
              <Stack>
                <Heading level={3}>{m.desk_connections_ats_orders()}</Heading>
                {orders.length === 0 ? (
                  <Text quiet>{m.desk_connections_ats_empty()}</Text>
                ) : (
                  <DividedList>
                    {orders.map((order) => (
                      <Order key={order.id} order={order} />
                    ))}
                  </DividedList>
                )}
                {query.hasNextPage && (
                  <div>
                    <Button variant="second" size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                      {m.desk_connections_ats_more()}
                    </Button>
                  </div>
                )}
              </Stack>
            </Stack>
          );
        }}
      </QueryState>
    </TitledCard>
  );
}

interface KeyProps {
  current: { ending: string; createdAt: string; usedAt: string | null; failedAt: string | null; ended: boolean } | null;
}

function Key({ current }: KeyProps) {
  const create = useMutation(createAssessmentKey);
  const revoke = useMutation(revokeAssessmentKey);
  const [asking, setAsking] = useState<"replace" | "revoke" | null>(null);
  const close = () => setAsking(null);
  const created = create.data?.key;
  return (
    <Stack>
      <DescriptionList
        items={[
          {
            name: m.desk_connections_ats_key(),
            value: current ? m.desk_connections_ats_key_value({ ending: current.ending }) : m.desk_connections_ats_key_none(),
          },
          ...(current
            ? [{ name: m.desk_connections_ats_used(), value: current.usedAt ? formatDateTime(current.usedAt) : m.desk_connections_ats_used_never() }]
            : []),
          ...(current?.failedAt ? [{ name: m.desk_connections_ats_failed_at(), value: formatDateTime(current.failedAt) }] : []),
        ]}
      />
      {current?.ended && <Banner tone="danger" title={m.desk_connections_ats_ended()} />}
      {current && created && (
        <Stack>
          <Field label={m.desk_connections_ats_key_new()} hint={m.desk_connections_ats_key_once()} value={created} readOnly />
          <div>
            <Button variant="second" size="small" onClick={() => void copy(created)}>
              {m.desk_api_keys_copy()}
            </Button>
          </div>
        </Stack>
      )}
      {(create.isError || revoke.isError) && <Banner tone="danger" title={m.desk_connections_ats_not_done()} />}
      <Stack>
        <div>
          <Button variant="second" size="small" busy={create.isPending} onClick={() => (current ? setAsking("replace") : create.mutate())}>
            {current ? m.desk_connections_ats_replace() : m.desk_connections_ats_create()}
          </Button>
        </div>
        {current && (
          <div>
            <TextLink onClick={() => setAsking("revoke")}>{m.desk_connections_ats_revoke()}</TextLink>
          </div>
        )}
      </Stack>
      {asking === "replace" && (
        <Dialog open onClose={close} title={m.desk_connections_ats_replace_title()} text={m.desk_connections_ats_replace_text()}>
          <Button full busy={create.isPending} onClick={() => create.mutate(undefined, { onSettled: close })}>
            {m.desk_connections_ats_replace()}
          </Button>
        </Dialog>
      )}
      {asking === "revoke" && (
        <Dialog open onClose={close} title={m.desk_connections_ats_revoke_title()} text={m.desk_connections_ats_revoke_text()}>
          <Button full busy={revoke.isPending} onClick={() => revoke.mutate(undefined, { onSettled: close })}>
            {m.desk_connections_ats_revoke()}
          </Button>
        </Dialog>
      )}
    </Stack>
  );
}

function Order({ order }: { order: AssessmentOrder }) {
  const state = STATES[order.state];
  const error = order.endedAt && !order.told ? order.callbackError : null;
  return (
    <li>
      <Stack gap="xs">
        <Text strong>{order.name}</Text>
        {state && (
          <div>
            <Tag tone={state.tone}>{state.label()}</Tag>
          </div>
        )}
        <Text size="small" quiet>
          {m.desk_connections_ats_ordered({ job: order.title, day: formatDate(order.createdAt) })}
        </Text>
        {error && <Text size="small">{m.desk_connections_ats_untold({ error })}</Text>}
        {order.problem && order.state !== "failed" && <Text size="small">{m.desk_connections_ats_problem({ problem: order.problem })}</Text>}
        {order.applicationId && <TextLink href={`/desk/applications/${order.applicationId}`}>{m.desk_connections_ats_result()}</TextLink>}
      </Stack>
    </li>
  );
}
