import { useQuery } from "@tanstack/react-query";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import type { Interview } from "#/api/types.ts";
import styles from "#/features/dashboard/Dashboard.module.css";
import { answersRead, averageScore, cancelledOf, canJoin, historyOf, joinableUntil, scoredOf, upcomingOf } from "#/features/dashboard/figures.ts";
import { reloadAfter } from "#/features/dashboard/reload.ts";
import { formatDateTime, formatTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { cx } from "#/ui/cx.ts";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { StatCards } from "#/ui/Stats/Stats.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { History } from "./History.tsx";
import live from "./LiveCard.module.css";
import { StateTag } from "./StateTag.tsx";
import { Upcoming } from "./Upcoming.tsx";

const TICK_MS = 5000;

interface InterviewDashboardProps {
  userId: string;
  onJoin: (interview: Interview) => void;
  /** Opens the form for a new appointment. Without it, only immediate interviews are offered. */
  onSchedule?: () => void;
  /** Opens the dialog that changes an appointment. */
  onChange?: (interview: Interview) => void;
}

/** All interviews of one person: live, statistics, upcoming and past. */
export function InterviewDashboard({ userId, ...doing }: InterviewDashboardProps) {
  const query = useQuery({
    ...interviewsQuery(userId),
    refetchInterval: ({ state }) => reloadAfter(state.data),
  });
  if (query.isPending && query.errorUpdateCount === 0) return <Placeholders />;
  if (!query.data) {
    return (
      <Card className={styles.whole}>
        <QueryState query={query} failed={m.dashboard_interviews_failed()}>
          {() => null}
        </QueryState>
      </Card>
    );
  }
  return <Sessions interviews={query.data} {...doing} />;
}

type SessionsProps = Omit<InterviewDashboardProps, "userId"> & { interviews: Interview[] };

function Sessions({ interviews, onJoin, onSchedule, onChange }: SessionsProps) {
  const now = useNow(TICK_MS);
  const upcoming = upcomingOf(interviews, now);
  const history = historyOf(interviews);
  const cancelled = cancelledOf(interviews);
  const live = upcoming.find((interview) => canJoin(interview, now));
  const actions = live !== undefined || onSchedule !== undefined;
  const none = upcoming.length + history.length + cancelled.length === 0;
  return (
    <>
      {live && <LiveCard interview={live} onJoin={onJoin} />}
      <div className={styles.whole}>
        <Figures interviews={interviews} upcoming={upcoming.length} completed={history.length} />
      </div>
      {none ? (
        <Nothing onSchedule={onSchedule} />
      ) : (
        <>
          <div className={cx(styles.column, !actions && styles.whole)}>
            {upcoming.length > 0 && <Upcoming interviews={upcoming} now={now} onJoin={onJoin} onChange={onChange} />}
            {history.length > 0 && <History interviews={history} />}
            {cancelled.length > 0 && <Cancelled interviews={cancelled} />}
          </div>
          {actions && <QuickActions onJoin={live && (() => onJoin(live))} onSchedule={onSchedule} />}
        </>
      )}
    </>
  );
}

interface FiguresProps {
  interviews: Interview[];
  upcoming: number;
  completed: number;
}

function Figures({ interviews, upcoming, completed }: FiguresProps) {
  const score = averageScore(interviews);
  const { count, total } = answersRead(scoredOf(interviews).map(({ report }) => report));
  const average = score === null ? m.dashboard_interviews_none_score() : m.dashboard_interviews_percent({ score });
  return (
    <StatCards
      items={[
        { label: m.dashboard_interviews_upcoming(), value: upcoming },
        { label: m.dashboard_interviews_completed(), value: completed },
        { label: m.dashboard_interviews_average(), value: average, ...(score !== null && count < total && { note: m.dashboard_score_of({ count, total }) }) },
        { label: m.dashboard_interviews_total(), value: interviews.length },
      ]}
    />
  );
}

function Nothing({ onSchedule }: { onSchedule: (() => void) | undefined }) {
  return (
    <Card className={styles.whole}>
      <Empty art="pad" title={m.dashboard_interviews_empty()} text={m.dashboard_interviews_empty_text()}>
        {onSchedule ? (
          <Button full="phone" onClick={onSchedule}>
            {m.dashboard_interviews_first()}
          </Button>
        ) : (
          <Button full="phone" href="/video-interview-prep">
            {m.dashboard_interviews_take()}
          </Button>
        )}
      </Empty>
    </Card>
  );
}

/** Cancelled interviews. */
function Cancelled({ interviews }: { interviews: Interview[] }) {
  return (
    <TitledCard title={m.dashboard_interviews_cancelled()}>
      <DividedList>
        {interviews.map((interview) => (
          <Row as="li" spread key={interview.id}>
            <div>
              <Heading level={3}>{interview.jobTitle}</Heading>
              <Text size="small" quiet num>
                {interview.companyName}
                <br />
                {formatDateTime(interview.scheduledAt)}
              </Text>
            </div>
            <StateTag interview={interview} />
          </Row>
        ))}
      </DividedList>
    </TitledCard>
  );
}

/** The interview that can be joined now, at the top of the page. */
function LiveCard({ interview, onJoin }: { interview: Interview; onJoin: (interview: Interview) => void }) {
  const { jobTitle: job, companyName, scheduledAt } = interview;
  const begun = interview.status === "in-progress";
  const until = m.dashboard_interviews_until({ time: formatTime(joinableUntil(interview)) });
  return (
    <Card as="section" live aria-label={job} className={cx(styles.whole, live.card)}>
      <Stack gap="xs">
        <StateTag interview={interview} live={!begun} />
        <Heading level={2}>{job}</Heading>
        <Text quiet num>
          {companyName}
          <br />
          {formatDateTime(scheduledAt)}
          <br />
          {begun ? m.dashboard_interviews_goes_on() : until}
        </Text>
      </Stack>
      <Button full="phone" onClick={() => onJoin(interview)}>
        {begun ? m.dashboard_interviews_rejoin() : m.dashboard_interviews_join()}
      </Button>
    </Card>
  );
}

const CARDS = [1, 2, 3];

/** Three placeholder cards while interviews load. */
function Placeholders() {
  return (
    <div role="status" className={styles.whole}>
      <VisuallyHidden>{m.dashboard_interviews_loading()}</VisuallyHidden>
      <div className={styles.column}>
        {CARDS.map((card) => (
          <Card key={card} data-placeholder="">
            <Stack gap="s">
              <Skeleton width={0.4} tall />
              <Skeleton width={0.7} />
              <Skeleton width={0.55} />
            </Stack>
          </Card>
        ))}
      </div>
    </div>
  );
}

interface QuickActionsProps {
  /** Joins the live interview; undefined if none is live. */
  onJoin: (() => void) | undefined;
  onSchedule: (() => void) | undefined;
}

/** The two most common actions. */
function QuickActions({ onJoin, onSchedule }: QuickActionsProps) {
  return (
    <TitledCard title={m.dashboard_interviews_actions()}>
      {onJoin && (
        <Button variant="second" full onClick={onJoin}>
          {m.dashboard_interviews_join_live()}
        </Button>
      )}
      {onSchedule && (
        <Button variant="second" full onClick={onSchedule}>
          {m.dashboard_interviews_schedule()}
        </Button>
      )}
    </TitledCard>
  );
}
