import { ChevronDown, ChevronUp } from "lucide-react";
import { type KeyboardEvent, type Ref, useId } from "react";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Find.module.css";

type FindProps = {
  ref: Ref<HTMLInputElement>;
  words: string;
  /** How many places have the words, and at which of them the reviewer is; null before the first jump. */
  total: number;
  current: number | null;
  onWords: (words: string) => void;
  /** Jumps to the next place, or by -1 to the one before. */
  onStep: (by: 1 | -1) => void;
};

/** Looks for words in all answers; Enter or an arrow jumps to the next place and plays it. */
export function Find({ ref, words, total, current, onWords, onStep }: FindProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.shiftKey && event.key === "Enter" ? "ArrowUp" : event.key];
    if (by) {
      event.preventDefault();
      onStep(by);
    } else if (event.key === "Escape" && words) {
      event.preventDefault();
      onWords("");
    }
  };
  const isTyped = words.trim() !== "";
  return (
    <div role="search" className={styles.find}>
      <label htmlFor={id} className={styles.label}>
        {m.desk_person_find()}
      </label>
      <input
        id={id}
        ref={ref}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        value={words}
        onChange={({ currentTarget }) => onWords(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles.count}>
        {isTyped &&
          (total === 0
            ? m.desk_person_find_none()
            : m.desk_person_find_at({ number: formatCount(current === null ? 0 : current + 1), total: formatCount(total) }))}
      </span>
      {isTyped && total > 0 && (
        <span className={styles.steps}>
          <button type="button" aria-label={m.desk_person_find_previous()} onClick={() => onStep(-1)}>
            <Icon as={ChevronUp} />
          </button>
          <button type="button" aria-label={m.desk_person_find_next()} onClick={() => onStep(1)}>
            <Icon as={ChevronDown} />
          </button>
        </span>
      )}
    </div>
  );
}

const STEPS: Partial<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };
