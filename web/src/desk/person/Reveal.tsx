import { Check, Play } from "lucide-react";
import type { AskedQuestion, RatingGiven } from "#/api/deskPerson.queries.ts";
import { formatDay } from "#/format/due.ts";
import { formatDuration } from "#/format/duration.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./Rating.module.css";
import type { Span } from "./spans.ts";

type RevealProps = {
  question: AskedQuestion;
  /** Why there is no AI level for any answer; null if there may be one. */
  noScore: string | null;
  /** Where the AI's quote was said; null if it is not in a recording. */
  span: Span | null;
  busy: boolean;
  error: string | null;
  onSave: (rating: RatingGiven) => void;
  onPlay: (span: Span) => void;
  /** Give a level after having looked first. */
  onRate: () => void;
  next: { label: string; onClick: () => void } | null;
};

/** The reviewer's level and the AI's, the difference in words, and the quote; after the reviewer's own level only. */
export function Reveal({ question, noScore, span, busy, error, onSave, onPlay, onRate, next }: RevealProps) {
  const { own, machine, others, competency, levels } = question;
  if (!own) return null;
  const anchor = (level: number | null) => levels.find((one) => one.level === level)?.text;
  const use = (level: number | null) => onSave({ level, comment: own.comment, skip: false });
  const rated = own.level !== null || !own.skipped;
  const firstLevel = own.firstLevel;
  const missing =
    noScore ?? (question.machineFrom ? m.desk_person_machine_from({ day: formatDay(question.machineFrom, "America/New_York") }) : m.desk_person_no_score());
  return (
    <>
      <section className={styles.card} aria-labelledby="both-levels">
        <Heading level={2} id="both-levels" autoFocus key={question.id}>
          {competency}
        </Heading>
        <dl className={styles.versus}>
          <div>
            <dt>{m.desk_person_you()}</dt>
            <dd className={styles.number}>{rated ? (own.level ?? "?") : "–"}</dd>
            <dd className={styles.bar}>
              <Steps level={own.level} />
            </dd>
            <dd className={styles.why}>{rated ? (anchor(own.level) ?? m.desk_person_cant_tell()) : m.desk_person_skipped()}</dd>
            <dd className={styles.foot}>
              {!rated ? (
                <Button variant="second" size="small" full onClick={onRate}>
                  {m.desk_person_rate_now()}
                </Button>
              ) : (
                machine?.level != null &&
                firstLevel !== machine.level && (
                  <Button variant="second" size="small" full busy={busy} aria-pressed={own.level === firstLevel} onClick={() => use(firstLevel)}>
                    {own.level === firstLevel && <Icon as={Check} size="s" />}
                    {m.desk_person_keep({ level: firstLevel ?? "?" })}
                  </Button>
                )
              )}
            </dd>
          </div>
          {machine && (
            <div className={styles.ai}>
              <dt>{m.desk_person_ai()}</dt>
              <dd className={styles.number}>{machine.level ?? "?"}</dd>
              <dd className={styles.bar}>
                <Steps level={machine.level} />
              </dd>
              <dd className={styles.why}>{anchor(machine.level) ?? machine.text}</dd>
              <dd className={styles.foot}>
                {rated && machine.level !== null && firstLevel !== machine.level && (
                  <Button variant="second" size="small" full busy={busy} aria-pressed={own.level === machine.level} onClick={() => use(machine.level)}>
                    {own.level === machine.level && <Icon as={Check} size="s" />}
                    {m.desk_person_use({ level: machine.level })}
                  </Button>
                )}
              </dd>
            </div>
          )}
        </dl>
        {error && <Banner tone="danger">{error}</Banner>}
        <div className={styles.gap}>
          {machine ? <Difference own={rated ? (firstLevel ?? own.level) : null} machine={machine.level} rated={rated} /> : <Text size="small">{missing}</Text>}
        </div>
        {machine?.quote && (
          <div className={styles.evidence}>
            {span && (
              <button type="button" aria-label={m.desk_person_play_from({ time: formatDuration(span.begin) })} onClick={() => onPlay(span)}>
                <Icon as={Play} />
              </button>
            )}
            <p>
              {m.desk_person_quote({ quote: machine.quote })}
              {span && (
                <Text as="span" size="small" quiet num className={styles.at}>
                  {formatDuration(span.begin)}
                </Text>
              )}
            </p>
          </div>
        )}
        {others.length > 0 && (
          <ul className={styles.others} aria-label={m.desk_person_colleagues()}>
            {others.map((one) => (
              <li key={one.name}>
                <Text size="small">
                  <strong>{m.desk_person_colleague({ name: one.name, level: one.level ?? "?" })}</strong> {one.comment}
                </Text>
              </li>
            ))}
          </ul>
        )}
        {next && (
          <Button full className={styles.nextWide} onClick={next.onClick}>
            {next.label}
          </Button>
        )}
      </section>
      <section className={styles.well}>
        {own.comment && (
          <>
            <Text strong>{m.desk_person_your_note()}</Text>
            <Text>{own.comment}</Text>
          </>
        )}
        <Text size="small" quiet>
          {m.desk_person_first_stays()}
        </Text>
        {rated && <TextLink onClick={onRate}>{m.desk_person_change()}</TextLink>}
      </section>
    </>
  );
}

/** A level as five steps; the number next to it says the same. */
function Steps({ level }: { level: number | null }) {
  return (
    <span aria-hidden="true" className={styles.steps}>
      {[1, 2, 3, 4, 5].map((step) => (
        <i key={step} className={cx(level !== null && step <= level && styles.on)} />
      ))}
    </span>
  );
}

/** How far the two levels are apart, in words. */
function Difference({ own, machine, rated }: { own: number | null; machine: number | null; rated: boolean }) {
  if (!rated) return <Text size="small">{m.desk_person_looked_first()}</Text>;
  if (machine === null) return <Text size="small">{m.desk_person_ai_cant_tell()}</Text>;
  if (own === null) return <Text size="small">{m.desk_person_you_cant_tell()}</Text>;
  const apart = Math.abs(own - machine);
  return (
    <>
      <Text strong>{apart === 0 ? m.desk_person_same() : m.desk_person_apart({ count: apart, countText: String(apart) })}</Text>
      {apart > 0 && <Text size="small">{machine > own ? m.desk_person_ai_higher() : m.desk_person_ai_lower()}</Text>}
    </>
  );
}
