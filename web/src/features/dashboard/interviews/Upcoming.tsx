import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { withZone } from "#/format/zones.ts";
import { homeZone } from "#/platform/zone.ts";
import { formatDate, formatTime } from "#/format/dates.ts";
import { canJoin, isLive, isMissed } from "../figures.ts";
import { StateTag } from "./StateTag.tsx";

interface UpcomingProps {
  interviews: Interview[];
  /** Milliseconds since 1970. */
  now: number;
  onJoin: (interview: Interview) => void;
  onChange: ((interview: Interview) => void) | undefined;
}

/** Upcoming and ongoing interviews, with a join button once they are open. */
export function Upcoming({ interviews, now, onJoin, onChange }: UpcomingProps) {
  return (
    <TitledCard title={m.dashboard_interviews_upcoming_title()}>
      <DividedList>
        {interviews.map((interview) => (
          <Row as="li" spread wrap key={interview.id}>
            <About interview={interview} missed={isMissed(interview, now)} />
            <Row>
              <StateTag interview={interview} live={isLive(interview, now)} />
              {canJoin(interview, now) && <Join interview={interview} onJoin={onJoin} />}
              {onChange && isAhead(interview, now) && <Change interview={interview} onChange={onChange} />}
            </Row>
          </Row>
        ))}
      </DividedList>
    </TitledCard>
  );
}

/** Whether it can be rescheduled or cancelled. */
function isAhead(interview: Interview, now: number): boolean {
  return interview.status === "scheduled" && !isMissed(interview, now);
}

function Change({ interview, onChange }: { interview: Interview; onChange: (interview: Interview) => void }) {
  const label = m.dashboard_interviews_change_named({ job: interview.jobTitle });
  return (
    <Button variant="second" size="small" aria-label={label} onClick={() => onChange(interview)}>
      {m.dashboard_interviews_change()}
    </Button>
  );
}

function About({ interview: { jobTitle, companyName, scheduledAt }, missed }: { interview: Interview; missed: boolean }) {
  return (
    <div>
      <Heading level={3}>{jobTitle}</Heading>
      <Text size="small" quiet num>
        {companyName}
        <br />
        <span>{formatDate(scheduledAt)}</span>, <span>{withZone(formatTime(scheduledAt), homeZone(), new Date(scheduledAt))}</span>
        {missed && (
          <>
            <br />
            {m.dashboard_interviews_missed()}
          </>
        )}
      </Text>
    </div>
  );
}

function Join({ interview, onJoin }: { interview: Interview; onJoin: (interview: Interview) => void }) {
  const job = interview.jobTitle;
  const begun = interview.status === "in-progress";
  return (
    <Button
      variant="second"
      size="small"
      aria-label={begun ? m.dashboard_interviews_rejoin_named({ job }) : m.dashboard_interviews_join_named({ job })}
      onClick={() => onJoin(interview)}
    >
      {begun ? m.dashboard_interviews_rejoin() : m.dashboard_interviews_join()}
    </Button>
  );
}
