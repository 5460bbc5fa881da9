import { useEffect, useRef } from "react";
import type { Passage } from "#/api/deskPerson.queries.ts";
import { formatDuration } from "#/format/duration.ts";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import styles from "./Review.module.css";
import { markQuote, passageAt } from "./spans.ts";

type TranscriptProps = {
  passages: readonly Passage[];
  /** The AI's quote; null until the reviewer may see it. */
  quote: string | null;
  time: number;
  /** Keep the line that is spoken in view. */
  follows: boolean;
  onSeek: (seconds: number) => void;
};

/** What was said: it follows the playback, and a tap on a line plays from there. */
export function Transcript({ passages, quote, time, follows, onSeek }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null);
  const now = passageAt(passages, time);
  const texts = markQuote(quote, passages);
  useEffect(() => {
    if (follows) list.current?.children[now]?.scrollIntoView({ block: "nearest", behavior: "auto" });
  }, [now, follows]);
  return (
    <ol ref={list} className={styles.transcript} aria-label={m.desk_person_transcript()}>
      {passages.map(({ begin }, index) => (
        <li key={begin} aria-current={index === now ? "true" : undefined} className={cx(index < now && styles.past, index === now && styles.now)}>
          <button type="button" onClick={() => onSeek(begin)}>
            <span className={styles.at}>{formatDuration(begin)}</span>
            <span>
              {(texts[index] ?? []).map((part, at) => (part.marked ? <mark key={at}>{part.text}</mark> : part.text))}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
