import type { User } from "#/api/types.ts";
import { useSaveJobSearch } from "#/session/jobSearch.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";

interface UnknownWishProps {
  user: User;
  /** The closest titles, worded as job searches. */
  suggested: string[];
  /** Called when one of them has been saved as the job search. */
  onTaken: (title: string) => void;
}

/**
 * Warns that the job search names no known work, before the person answers the questions in vain; offers the closest
 * titles.
 */
export function UnknownWish({ user, suggested, onTaken }: UnknownWishProps) {
  const save = useSaveJobSearch(user.id, onTaken);
  const any = m.matching_any_wish();
  return (
    <Callout as="section">
      <Stack gap="s">
        <Heading level={2} size={3}>
          {m.matching_unknown()}
        </Heading>
        <Text>{suggested.length > 0 ? m.questions_unknown_nearest() : m.matching_unknown_text()}</Text>
        {suggested.length > 0 && (
          <Row wrap>
            {suggested.map((title) => (
              <Pill key={title} on={save.isPending && save.variables === title} onClick={() => save.mutate(title)}>
                {title}
              </Pill>
            ))}
          </Row>
        )}
        <Row wrap>
          <Pill on={save.isPending && save.variables === any} onClick={() => save.mutate(any)}>
            {m.matching_any_work()}
          </Pill>
        </Row>
        {save.isError && <Banner tone="danger">{m.search_failed()}</Banner>}
        <TextLink href="/job-search">{m.matching_update()}</TextLink>
      </Stack>
    </Callout>
  );
}
