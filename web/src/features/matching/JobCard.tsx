import { Clock, DoorOpen, IdCard, MapPin, Minus } from "lucide-react";
import type { ReactNode } from "react";
import type { MatchedJob } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Fact, Facts, Tick, CheckList } from "#/ui/CheckList/CheckList.tsx";
import styles from "./JobCard.module.css";
import { fromHome } from "./fromHome.ts";
import { FACTOR_NAMES, formatReason, formatShifts, speaksFor } from "./format.ts";

interface JobCardProps {
  job: MatchedJob;
  /** The person's zip code. */
  zip: string;
  /** The level of the title, below the heading above it. */
  level?: 2 | 3;
  /** Takes the focus when it appears: the first of the newly loaded jobs. */
  autoFocus?: boolean;
  /** Content instead of the score and the reasons. */
  children?: ReactNode;
}

/** One job: pay, title, employer, location and hours, then how well it fits and why. */
export function JobCard({ job, zip, level = 3, autoFocus = false, children }: JobCardProps) {
  return (
    <Card as="article">
      <Row top spread>
        <Stack gap="xs">
          <Pay {...job.pay} />
          <Heading level={level} size={3} autoFocus={autoFocus}>
            {job.title}
          </Heading>
        </Stack>
        <Art name={job.art} size="s" />
      </Row>
      <Facts>
        <Fact>{job.employer}</Fact>
        <Fact icon={MapPin}>{placeOf(job)}</Fact>
        {job.alwaysHiring && <Fact icon={DoorOpen}>{m.matching_always_hiring()}</Fact>}
        {job.shifts && job.shifts.length > 0 && <Fact icon={Clock}>{m.matching_shifts({ shifts: formatShifts(job.shifts) })}</Fact>}
      </Facts>
      <Stack gap="s" className={styles.fit}>
        {children ?? (
          <>
            <Text strong num>
              {m.matching_score({ score: job.score })}
            </Text>
            <Reasons job={job} zip={zip} />
          </>
        )}
      </Stack>
    </Card>
  );
}

/** Positive reasons first, then negative ones: a tick or a dash, always with text. Then what the law asks for. */
export function Reasons({ job, zip }: { job: MatchedJob; zip: string }) {
  const factors = job.factors.slice().sort((a, b) => Number(speaksFor(b.reason)) - Number(speaksFor(a.reason)));
  return (
    <CheckList>
      {factors.map((factor) => (
        <Tick key={factor.name} {...(speaksFor(factor.reason) ? {} : { icon: Minus })}>
          {/* What a job asks for by law is no experience, and its sentence says so itself. */}
          {factor.reason.code !== "experience_licence" && <b>{FACTOR_NAMES[factor.name]()}: </b>}
          {formatReason(factor.reason, zip)}
        </Tick>
      ))}
      {job.needs.map(({ text, source }) => (
        <Tick key={text} icon={IdCard}>
          <b>{m.matching_needs()}:</b> {text} ({source}).
        </Tick>
      ))}
    </CheckList>
  );
}

function placeOf({ remote, city, state, zip, distanceMiles }: MatchedJob): string {
  if (remote) return fromHome(state);
  const place = city ?? zip ?? state ?? "";
  if (distanceMiles === null) return place;
  return distanceMiles === 0 ? m.matching_place_same({ place }) : m.matching_place_miles({ place, miles: distanceMiles });
}
