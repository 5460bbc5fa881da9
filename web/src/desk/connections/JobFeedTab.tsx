import { useQuery } from "@tanstack/react-query";
import { jobFeedQuery } from "#/api/deskConnections.queries.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { copy } from "./copy.ts";

/** The employer's jobs as a feed that job boards read. */
export function JobFeedTab() {
  const query = useQuery(jobFeedQuery);
  return (
    <TitledCard title={m.desk_connections_feed()}>
      <QueryState query={query} failed={m.desk_connections_feed_failed()} outdated={m.desk_connections_feed_outdated()}>
        {(feed) => (
          <Stack>
            <Text>{m.desk_connections_feed_text()}</Text>
            <Field label={m.desk_connections_feed_address()} value={feed.url} readOnly />
            <div>
              <Button variant="second" size="small" onClick={() => void copy(feed.url)}>
                {m.desk_connections_copy()}
              </Button>
            </div>
            <DescriptionList
              items={[
                { name: m.desk_connections_feed_jobs(), value: formatCount(feed.jobs) },
                {
                  name: m.desk_connections_feed_changed(),
                  value: feed.changedAt === null ? m.desk_connections_feed_never() : formatDateTime(feed.changedAt),
                },
              ]}
            />
            <Text size="small">{m.desk_connections_feed_made()}</Text>
          </Stack>
        )}
      </QueryState>
    </TitledCard>
  );
}
