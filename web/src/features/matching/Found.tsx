import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import type { Matches } from "#/api/types.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { useElapsed } from "#/platform/clock.ts";
import { useReducedMotion } from "#/platform/motion.ts";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { CheckList, Tick } from "#/ui/CheckList/CheckList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Stats } from "#/ui/Stats/Stats.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./Found.module.css";
import { JobCard } from "./JobCard.tsx";
import { type Start, TakeInterview } from "./TakeInterview.tsx";

export interface ConsentProps {
  className: string | undefined;
  /** Called with what starts the interview, or null until the person has agreed to the recording. */
  onReady: (start: Start | null) => void;
}

interface FoundProps {
  matches: Matches;
  zip: string;
  /** Opens the appointment picker instead of the immediate interview. */
  onLater: () => void;
  /** Shown between the statistics and the jobs. */
  children?: ReactNode;
  /** The consent to the interview, at the end of the page. */
  consent: ComponentType<ConsentProps>;
  /** For somebody who has an interview: where to send it, instead of another one. */
  send?: ComponentType | undefined;
}

/**
 * The matches page: statistics, the best jobs with their reasons, and the next step. `zip` is the person's zip code.
 */
export function Found({ matches, zip, onLater, consent: Consent, send: Send, children }: FoundProps) {
  const [start, setStart] = useState<Start | null>(null);
  return (
    <>
      <Wide className={styles.found}>
        <Stack gap="l" className={styles.summary}>
          <Heading level={1}>{isGreat(matches) ? m.matching_found() : m.matching_found_some()}</Heading>
          <Figures matches={matches} />
          {children}
        </Stack>
        <Jobs matches={matches} zip={zip} />
        <Highlights matches={matches} />
        <Suspense>
          {Send ? (
            <div className={styles.consent}>
              <Send />
            </div>
          ) : (
            <Consent className={styles.consent} onReady={setStart} />
          )}
        </Suspense>
      </Wide>
      {!Send && (
        <BottomBar>
          <TakeInterview onLater={onLater} start={start} />
        </BottomBar>
      )}
    </>
  );
}

/** From this score on, a match is a great one. */
const GREAT = 80;

function isGreat({ jobs: [best] }: Matches): boolean {
  return best !== undefined && best.score >= GREAT;
}

function Figures({ matches }: { matches: Matches }) {
  const { totalMatches, avgMatch, perfectMatches } = matches;
  const percent = (score: number) => m.matching_percent({ score });
  return (
    <Stats
      items={[
        { label: m.matching_total(), value: <CountUp to={totalMatches} /> },
        {
          label: m.matching_average(),
          value: avgMatch !== null && <CountUp to={avgMatch} format={percent} />,
        },
        {
          label: m.matching_perfect(),
          note: m.matching_perfect_note(),
          value: <CountUp to={perfectMatches} />,
        },
      ]}
    />
  );
}

function Highlights({ matches }: { matches: Matches }) {
  const highlights = highlightsOf(matches);
  if (highlights.length === 0) return null;
  return (
    <Callout as="section" className={styles.highlights}>
      <Stack gap="s">
        <Heading level={2} size={3}>
          {m.matching_why()}
        </Heading>
        <CheckList>
          {highlights.map(({ text, count }) => (
            <Tick key={text}>
              {text}
              {count !== null && (
                <Text as="span" size="small" quiet num className={styles.count}>
                  {m.matching_highlight_count({
                    count: formatCount(count),
                    total: matches.totalMatches,
                    totalText: formatCount(matches.totalMatches),
                  })}
                </Text>
              )}
            </Tick>
          ))}
        </CheckList>
      </Stack>
    </Callout>
  );
}

const BEST = 2;

function Jobs({ matches, zip }: { matches: Matches; zip: string }) {
  const [open, setOpen] = useState(false);
  const { jobs, totalMatches } = matches;
  return (
    <Stack as="section" className={styles.jobs}>
      <Heading level={2}>{jobsTitle(jobs.length, totalMatches, open)}</Heading>
      {jobs.slice(0, open ? undefined : BEST).map((job, index) => (
        <JobCard key={job.id} job={job} zip={zip} autoFocus={open && index === BEST} />
      ))}
      {!open && jobs.length > BEST && (
        <TextLink onClick={() => setOpen(true)}>
          {jobs.length === totalMatches
            ? m.matching_see_all({ total: formatCount(totalMatches) })
            : m.matching_see_first({ count: jobs.length, total: formatCount(totalMatches) })}
        </TextLink>
      )}
    </Stack>
  );
}

function jobsTitle(shown: number, total: number, open: boolean): string {
  if (open) return shown === total ? m.matching_all() : m.matching_all_first({ count: shown });
  return shown === 1 ? m.matching_best_one() : m.matching_best_two();
}

const COUNT_MS = 800;
const FRAME_MS = 40;

/** A whole number that counts up once when it appears. Screen readers get the final number. */
function CountUp({ to, format = formatCount }: { to: number; format?: (value: number) => string }) {
  const still = useReducedMotion();
  const [counting, setCounting] = useState(!still);
  const elapsed = useElapsed(counting ? FRAME_MS : null);
  if (counting && elapsed >= COUNT_MS) setCounting(false);
  if (!counting) return format(to);
  const left = 1 - Math.min(elapsed / COUNT_MS, 1);
  return (
    <>
      <span aria-hidden="true">{format(Math.round(to * (1 - left ** 3)))}</span>
      <VisuallyHidden>{format(to)}</VisuallyHidden>
    </>
  );
}

interface Highlight {
  text: string;
  /** The number of matches for which it holds; null if it holds for all of them. */
  count: number | null;
}

/** Returns up to four statements about the matches, each only if it holds for at least half of them. */
export function highlightsOf({ highlights, totalMatches }: Matches): Highlight[] {
  const all = [
    { text: m.matching_highlight_pay(), holds: highlights.pay },
    { text: m.matching_highlight_location(), holds: highlights.location },
    { text: m.matching_highlight_schedule(), holds: highlights.schedule },
    { text: m.matching_highlight_experience(), holds: highlights.experience },
  ];
  return all.filter(({ holds }) => holds > 0 && holds * 2 >= totalMatches).map(({ text, holds }) => ({ text, count: holds === totalMatches ? null : holds }));
}
