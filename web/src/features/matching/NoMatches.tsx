import type { Matches, User } from "#/api/types.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { useNavigate } from "#/platform/paths.ts";
import { useSaveJobSearch } from "#/session/jobSearch.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Tick, CheckList } from "#/ui/CheckList/CheckList.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { TakeInterview } from "./TakeInterview.tsx";

/** No job fits or is near enough: why, and what would change that. */
export function NoMatches({ matches, user, zip }: { matches: Matches; user: User; zip: string }) {
  if (!matches.understood && !matches.catalogueEmpty) return <Unknown user={user} suggested={matches.suggested} />;
  const changes = matches.widen;
  return (
    <>
      <Column>
        <Empty level={1} art="hat" title={m.matching_none({ zip })} text={user.interviewCompleted ? m.matching_none_done() : m.matching_none_text()} />
        {changes.length > 0 && (
          <Callout as="section">
            <Stack gap="s">
              <Heading level={2} size={3}>
                {m.matching_widen()}
              </Heading>
              <CheckList>
                {changes.map((one) => (
                  <Tick key={one.change}>{formatChange(one, user)}</Tick>
                ))}
              </CheckList>
              <TextLink href="/quick-questions">{m.matching_widen_change()}</TextLink>
            </Stack>
          </Callout>
        )}
      </Column>
      <BottomBar>
        {!user.interviewCompleted && <TakeInterview />}
        <TextLink center href="/job-search">
          {m.matching_update()}
        </TextLink>
      </BottomBar>
    </>
  );
}

/** The zip code is unknown, so nothing can be near it. */
export function Nowhere({ zip, user }: { zip: string; user: User }) {
  return (
    <>
      <Column>
        <Empty level={1} art="compass" title={m.matching_nowhere({ zip })} text={m.matching_nowhere_text()} />
      </Column>
      <BottomBar>
        {!user.interviewCompleted && <TakeInterview />}
        <TextLink center href="/quick-questions">
          {m.matching_nowhere_change()}
        </TextLink>
      </BottomBar>
    </>
  );
}

/** The job search names no known work: rewording it helps before an interview does. */
function Unknown({ user, suggested }: { user: User; suggested: string[] }) {
  const navigate = useNavigate();
  const save = useSaveJobSearch(user.id, () => navigate("/quick-questions"));
  const text = suggested.length > 0 ? m.matching_unknown_nearest({ titles: formatList(suggested) }) : m.matching_unknown_text();
  return (
    <>
      <Column>
        <Empty level={1} art="spanner" title={m.matching_unknown()} text={text} />
      </Column>
      <BottomBar>
        {save.isError && <Banner tone="danger">{m.search_failed()}</Banner>}
        <Button full href="/job-search">
          {m.matching_update()}
        </Button>
        <Button full variant="second" busy={save.isPending} onClick={() => save.mutate(m.matching_any_wish())}>
          {m.matching_any_work()}
        </Button>
        {!user.interviewCompleted && <TakeInterview quiet />}
      </BottomBar>
    </>
  );
}

function formatChange({ change, matches }: Matches["widen"][number], user: User): string {
  const count = m.matching_widen_jobs({ count: matches, countText: formatCount(matches) });
  switch (change) {
    case "pay":
      return m.matching_widen_pay({ count });
    case "times":
      return m.matching_widen_times({ count });
    case "hours":
      return user.employmentType === "part-time" ? m.matching_widen_full_time({ count }) : m.matching_widen_part_time({ count });
    case "start":
      return m.matching_widen_start({ count });
    case "radius":
      return m.matching_widen_radius({ count });
    default:
      return change satisfies never;
  }
}
