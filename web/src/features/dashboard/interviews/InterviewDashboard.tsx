import { useQuery } from "@tanstack/react-query";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { cx } from "#/ui/cx.ts";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { StatCards } from "#/ui/Stats/Stats.tsx";
import styles from "../Dashboard.module.css";
import { averageScore, cancelledOf, canJoin, historyOf, upcomingOf } from "../figures.ts";
import { reloadAfter } from "../reload.ts";
import { Cancelled } from "./Cancelled.tsx";
import { History } from "./History.tsx";
import { LiveCard } from "./LiveCard.tsx";
import { Placeholders } from "./Placeholders.tsx";
import { QuickActions } from "./QuickActions.tsx";
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
  const average = score === null ? m.dashboard_interviews_none_score() : m.dashboard_interviews_percent({ score });
  return (
    <StatCards
      items={[
        { label: m.dashboard_interviews_upcoming(), value: upcoming },
        { label: m.dashboard_interviews_completed(), value: completed },
        { label: m.dashboard_interviews_average(), value: average },
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
