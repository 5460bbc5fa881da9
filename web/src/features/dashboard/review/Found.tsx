import type { Review } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Levels } from "#/ui/Levels/Levels.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Quote } from "#/ui/Quote/Quote.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { formatDate } from "#/format/dates.ts";

/** The result of a human review: a message to the candidate, and a level for each skill. */
export function Found({ review: { reviewer, settledAt, comment, ratings, total } }: { review: Review }) {
  return (
    <Stack gap="s">
      <Text>
        {m.dashboard_person_found({ name: reviewer ?? "", date: settledAt === null ? "" : formatDate(settledAt) })}{" "}
        {total !== null && m.dashboard_person_total({ total })}
      </Text>
      {comment !== null && <Quote>{m.dashboard_quote({ words: comment })}</Quote>}
      <DividedList>
        {ratings.map(({ competency, level, levelText }) => (
          <Stack as="li" gap="xs" key={competency}>
            <Row spread>
              <Text strong>{competency}</Text>
              <Levels level={level} />
            </Row>
            <Text size="small" quiet>
              {levelText}
            </Text>
          </Stack>
        ))}
      </DividedList>
    </Stack>
  );
}
