import { useQuery } from "@tanstack/react-query";
import { type Hold, holdsQuery } from "#/api/deskFairness.queries.ts";
import { formatDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";

/** Legal holds on the employer, to read. */
export function Holds() {
  const query = useQuery(holdsQuery);
  return (
    <TitledCard title={m.desk_holds_title()}>
      <Text size="small" quiet>
        {m.desk_holds_text()}
      </Text>
      <QueryState query={query} failed={m.desk_holds_failed()} outdated={m.desk_holds_outdated()} empty={<Text>{m.desk_holds_none()}</Text>}>
        {(holds) => (
          <DividedList>
            {holds.map((one) => (
              <Entry key={one.id} hold={one} />
            ))}
          </DividedList>
        )}
      </QueryState>
    </TitledCard>
  );
}

function Entry({ hold }: { hold: Hold }) {
  const dates = m.desk_holds_dates({ from: formatDate(hold.madeAt), until: formatDate(hold.endedAt ?? hold.until) });
  return (
    <Stack as="li" gap="xs">
      <Row spread wrap>
        <Heading level={3} size={3}>
          {hold.reason}
        </Heading>
        <Tag tone={hold.active ? "info" : "plain"}>{hold.active ? m.desk_holds_active() : m.desk_holds_over()}</Tag>
      </Row>
      <Text size="small" quiet>
        {dates}
      </Text>
      <Text size="small" quiet>
        {m.desk_holds_by({ name: hold.madeBy })}
      </Text>
      {hold.endedBy && (
        <Text size="small" quiet>
          {m.desk_holds_ended_by({ name: hold.endedBy })}
        </Text>
      )}
    </Stack>
  );
}
