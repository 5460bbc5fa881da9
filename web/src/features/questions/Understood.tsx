import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { typedWishQuery } from "#/api/typedWish.queries.ts";
import type { WishReading } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { formatOffer } from "./labels.ts";

const MAX_TITLES = 2;

/** What was understood of a search while it is typed. Nothing while it names nothing known. */
export default function Understood({ text }: { text: string }) {
  const { data } = useQuery({ ...typedWishQuery(text), placeholderData: keepPreviousData });
  const said = data ? wordsOf(data) : [];
  if (said.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="small" quiet>
        {m.search_understood()}
      </Text>
      <Row as="ul" wrap aria-label={m.search_understood()}>
        {said.map((one) => (
          <li key={one}>
            <Tag tone="good">{one}</Tag>
          </li>
        ))}
      </Row>
    </Stack>
  );
}

/** The work first, then what answers a quick question. */
function wordsOf({ titles, offers, city }: WishReading): string[] {
  const named = titles.filter(({ score }) => score === titles[0]?.score).slice(0, MAX_TITLES);
  return [...new Set([...named.map(({ title }) => title), ...offers.map(({ questionType, answer }) => formatOffer(questionType, answer, city))])];
}
