import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "#/api/errors.ts";
import type { MatchedJob, Matches, User } from "#/api/types.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { hasAnswered } from "./next.ts";
import { employerAndPlace, formatShiftNames } from "./format.ts";

const SHOWN = 2;

/** The best matches without those that were applied for, and a link to all of them. Matching is pending only while there is no job at all. */
type MatchesProps = { user: User; matches: UseQueryResult<Matches>; applied: readonly string[] };

export function MatchesCard({ user, matches, applied }: MatchesProps) {
  if (matches.data?.catalogueEmpty) return <ComingSoon />;
  if (!hasAnswered(user)) return null; // What happens next asks for the answers.
  const total = matches.data?.totalMatches ?? 0;
  return (
    <TitledCard title={m.dashboard_matches()} aside={total > 0 && <Count total={total} />}>
      <Found user={user} matches={matches} applied={applied} />
    </TitledCard>
  );
}

function Found({ user, matches, applied }: MatchesProps) {
  const refused = matches.error instanceof ApiError && matches.error.code === "answers_missing";
  if (refused) return <Unanswered />;
  return (
    <QueryState query={matches} failed={m.dashboard_matches_failed()}>
      {(found) => {
        if (found.jobs.length > 0) return <Best matches={found} applied={applied} />;
        return found.zipCode && !found.place ? <Nowhere /> : <Nothing zip={found.zipCode ?? user.zipCode} />;
      }}
    </QueryState>
  );
}

function Count({ total }: { total: number }) {
  return (
    <Text as="span" quiet num>
      {m.dashboard_matches_count({ count: total, countText: formatCount(total) })}
    </Text>
  );
}

function Best({ matches: { jobs, totalMatches: total }, applied }: { matches: Matches; applied: readonly string[] }) {
  const left = jobs.filter(({ id }) => !applied.includes(id));
  return (
    <>
      <DividedList>
        {left.slice(0, SHOWN).map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </DividedList>
      <TextLink href="/matches">{m.dashboard_matches_all({ count: total, countText: formatCount(total) })}</TextLink>
    </>
  );
}

function JobLine({ job }: { job: MatchedJob }) {
  const shifts = formatShiftNames(job.shifts);
  return (
    <Row as="li" spread>
      <div>
        <Stack gap="xs">
          <Pay {...job.pay} />
          <Heading level={3}>{job.title}</Heading>
        </Stack>
        <Text size="small" quiet>
          {employerAndPlace(job)}
        </Text>
        {shifts && (
          <Text size="small" quiet>
            {shifts}
          </Text>
        )}
        <Text size="small" strong num>
          {m.dashboard_matches_score({ score: job.score })}
        </Text>
      </div>
      <Art name={job.art} size="s" />
    </Row>
  );
}

function Nothing({ zip }: { zip: string | null }) {
  return (
    <>
      <Text>{zip ? m.dashboard_matches_none({ zip }) : m.dashboard_matches_none_plain()}</Text>
      <Button variant="second" size="small" href="/job-search">
        {m.dashboard_search_update()}
      </Button>
    </>
  );
}

function Nowhere() {
  return (
    <>
      <Text>{m.dashboard_matches_nowhere()}</Text>
      <Button variant="second" size="small" href="/quick-questions">
        {m.dashboard_matches_nowhere_change()}
      </Button>
    </>
  );
}

function Unanswered() {
  return (
    <>
      <Text>{m.dashboard_matches_unanswered()}</Text>
      <Button variant="second" size="small" href="/job-search">
        {m.dashboard_matches_unanswered_go()}
      </Button>
    </>
  );
}

function ComingSoon() {
  return (
    <TitledCard title={m.dashboard_applications()}>
      <Empty art="tray" level={3} title={m.dashboard_applications_soon()} text={m.dashboard_applications_text()} />
    </TitledCard>
  );
}
