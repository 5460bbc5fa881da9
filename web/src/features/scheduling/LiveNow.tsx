import { useQuery } from "@tanstack/react-query";
import { liveQuery } from "#/api/calls.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo } from "#/platform/paths.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";

/** The coach's candidates who are in their interview now, with links to watch. Renders nothing if there are none. */
export function LiveNow({ linkKey }: { linkKey: string }) {
  const { data: interviews = [] } = useQuery(liveQuery(linkKey));
  if (interviews.length === 0) return null;
  return (
    <TitledCard
      title={m.calls_live_title()}
      aside={
        <Tag tone="spark" live>
          {m.calls_live_now()}
        </Tag>
      }
    >
      <Text size="small" quiet>
        {m.calls_live_text()}
      </Text>
      <DividedList>
        {interviews.map(({ key, candidateName: name, jobTitle }) => (
          <Row as="li" spread key={key}>
            <Stack gap="xs">
              <Heading level={3}>{name}</Heading>
              <Text size="small" quiet>
                {jobTitle}
              </Text>
            </Stack>
            <TextLink href={pathTo("/watch", { key })} aria-label={m.calls_join_named({ name })}>
              {m.calls_join()}
            </TextLink>
          </Row>
        ))}
      </DividedList>
    </TitledCard>
  );
}
