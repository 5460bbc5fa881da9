import { EyeOff, Info } from "lucide-react";
import { useState } from "react";
import type { AskedQuestion, RatingGiven } from "#/api/deskPerson.queries.ts";
import { RatingGiven as LIMITS } from "#/api/limits.gen.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { usePasteLimit } from "#/ui/Field/usePasteLimit.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import styles from "./Rating.module.css";

/** A level from 1 to 5, or 0 for "can't tell". */
type Choice = number;

type RatingFormProps = {
  question: AskedQuestion;
  /** Why there is no AI level for any answer; null if there may be one. */
  noScore: string | null;
  choice: Choice | null;
  busy: boolean;
  error: string | null;
  onChoose: (choice: Choice) => void;
  onSave: (rating: RatingGiven) => void;
};

/** The reviewer's own level, before any other: six keys in reach of the thumb on phones, rows with words from 900 px. */
export function RatingForm({ question, noScore, choice, busy, error, onChoose, onSave }: RatingFormProps) {
  const { refused, on } = usePasteLimit();
  const [note, setNote] = useState(question.own?.comment ?? "");
  const [whole, setWhole] = useState(false);
  const short = shortLevels(question);
  const picked = question.levels.find(({ level }) => level === choice);
  const comment = note.trim() || null;
  const options = [
    ...question.levels.map(({ level, text }, at) => ({ level, words: (!whole && short?.[at]) || text, digit: String(level) })),
    { level: 0, words: m.desk_person_cant_tell(), digit: "?" },
  ];
  return (
    <form
      data-dock=""
      aria-label={m.desk_person_your_level()}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (choice !== null) onSave({ level: choice || null, comment, skip: false });
      }}
    >
      <div className={styles.head}>
        <div className={styles.skill}>
          <h2 className={styles.title}>{question.competency}</h2>
          {short && (
            <button
              type="button"
              aria-expanded={whole}
              aria-label={m.desk_person_levels_more()}
              title={m.desk_person_levels_more()}
              className={styles.more}
              onClick={() => setWhole(!whole)}
            >
              <Icon as={Info} />
            </button>
          )}
        </div>
        {question.own === null && <TextLink onClick={() => onSave({ level: null, comment, skip: true })}>{m.desk_person_skip()}</TextLink>}
      </div>
      <p className={styles.hush}>
        <Icon as={EyeOff} size="s" />
        <span>
          {noScore}{" "}
          {question.hidden > 0
            ? (noScore ? m.desk_person_hidden_colleagues : m.desk_person_hidden_others)({ count: question.hidden, countText: String(question.hidden) })
            : noScore === null && m.desk_person_hidden()}
        </span>
      </p>
      <fieldset className={styles.rate}>
        <legend>
          <VisuallyHidden>{m.desk_person_level_for({ competency: question.competency })}</VisuallyHidden>
        </legend>
        {options.map(({ level, words, digit }) => (
          <label key={level}>
            <input
              type="radio"
              name={`level-${question.id}`}
              value={level}
              checked={choice === level}
              aria-label={level === 0 ? words : m.desk_person_level_name({ level, text: words })}
              onChange={() => onChoose(level)}
            />
            <span aria-hidden="true" className={styles.digit}>
              {digit}
            </span>
            <span aria-hidden="true" className={styles.words}>
              {words}
            </span>
          </label>
        ))}
      </fieldset>
      <label className={cx(styles.note, choice !== null && styles.noted)} {...on}>
        <VisuallyHidden>{m.desk_person_note()}</VisuallyHidden>
        <input type="text" maxLength={LIMITS.comment} value={note} placeholder={m.desk_person_note_hint()} onChange={({ target }) => setNote(target.value)} />
      </label>
      {(refused ?? error) && <Banner tone="danger">{refused ?? error}</Banner>}
      <div className={styles.save}>
        {/* A long text scrolls, so it must be reachable by keyboard. */}
        <div role="region" aria-label={m.desk_person_your_level()} tabIndex={0} className={styles.picked}>
          {picked && short && <strong>{short[question.levels.indexOf(picked)]}. </strong>}
          {choice === null ? m.desk_person_scale() : (picked?.text ?? m.desk_person_cant_tell())}
        </div>
        <Button type="submit" size="small" busy={busy} aria-disabled={choice === null}>
          <span className={styles.short}>{m.desk_person_save_short()}</span>
          <span className={styles.long}>{noScore && question.hidden === 0 ? m.desk_person_save_short() : m.desk_person_save()}</span>
        </Button>
      </div>
    </form>
  );
}

/** In place of the form while another answer about the same skill follows. */
export function RateLater({ competency, onNext }: { competency: string; onNext: () => void }) {
  return (
    <section data-dock="" className={styles.form} aria-label={m.desk_person_your_level()}>
      <h2 className={styles.title}>{competency}</h2>
      <div className={styles.later}>
        <Text size="small" quiet>
          {m.desk_person_rate_after()}
        </Text>
        <Button size="small" onClick={onNext}>
          {m.desk_person_next_answer()}
        </Button>
      </div>
    </section>
  );
}

/** A rubric with texts longer than this is read one level at a time. */
const LONG = 110;

type Words = () => string;

/** What the levels from 2 ask for, in about six words: the rubrics of all plans are built alike. */
const EVENT: readonly Words[] = [m.desk_person_event_2, m.desk_person_event_3, m.desk_person_event_4, m.desk_person_event_5];
const OTHERS: Partial<Record<string, readonly Words[]>> = {
  experience: [m.desk_person_experience_2, m.desk_person_experience_3, m.desk_person_experience_4, m.desk_person_experience_5],
  availability: [m.desk_person_availability_2, m.desk_person_availability_3, m.desk_person_availability_4, m.desk_person_availability_5],
  motivation: [m.desk_person_motivation_2, m.desk_person_motivation_3, m.desk_person_motivation_4, m.desk_person_motivation_5],
};

/** Returns each level's text in about six words; null where the rubric itself is short. */
export function shortLevels({ id, levels }: Pick<AskedQuestion, "id" | "levels">): readonly string[] | null {
  if (levels.length === 0 || levels.some(({ text }) => text.length <= LONG)) return null;
  const words = [m.desk_person_level_1, ...(OTHERS[id] ?? EVENT)];
  return levels.map(({ level, text }) => words[level - 1]?.() ?? text);
}
