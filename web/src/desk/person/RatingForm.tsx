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
import { shortLevels } from "./levels.ts";
import styles from "./Rating.module.css";

/** A level from 1 to 5, or 0 for "can't tell". */
type Choice = number;

type RatingFormProps = {
  question: AskedQuestion;
  choice: Choice | null;
  busy: boolean;
  error: string | null;
  onChoose: (choice: Choice) => void;
  onSave: (rating: RatingGiven) => void;
};

/** The reviewer's own level, before any other: six keys in reach of the thumb on phones, rows with words from 900 px. */
export function RatingForm({ question, choice, busy, error, onChoose, onSave }: RatingFormProps) {
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
        <h2 className={styles.title}>{question.competency}</h2>
        {question.own === null && <TextLink onClick={() => onSave({ level: null, comment, skip: true })}>{m.desk_person_skip()}</TextLink>}
      </div>
      <p className={styles.hush}>
        <Icon as={EyeOff} size="s" />
        <span>
          {question.hidden > 0 ? m.desk_person_hidden_others({ count: question.hidden, countText: String(question.hidden) }) : m.desk_person_hidden()}
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
      {short && (
        <button type="button" aria-expanded={whole} className={styles.more} onClick={() => setWhole(!whole)}>
          <Icon as={Info} size="s" />
          {whole ? m.desk_person_levels_less() : m.desk_person_levels_more()}
        </button>
      )}
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
          <span className={styles.long}>{m.desk_person_save()}</span>
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
