import { type MouseEvent, useEffect, useRef } from "react";
import type { Passage } from "#/api/deskPerson.queries.ts";
import { formatDuration } from "#/format/duration.ts";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import styles from "./Review.module.css";
import { type Hit, markHits } from "./find.ts";
import { markQuote, passageAt, type Piece, piecesOf, wordAt } from "./spans.ts";

type TranscriptProps = {
  passages: readonly Passage[];
  /** The language that was spoken. */
  language: string;
  /** The AI's quote; null until the reviewer may see it. */
  quote: string | null;
  /** Where the words that the reviewer looks for are said, and which of these places was jumped to. */
  hits: readonly Hit[];
  current: Hit | null;
  time: number;
  /** Highlight the word that is spoken. */
  playing: boolean;
  /** Keep the line that is spoken in view while the one before it is. */
  follows: boolean;
  onSeek: (seconds: number) => void;
};

/** What was said: it follows the playback, and a tap on a line plays from there; on a word, from the word. */
export function Transcript({ passages, language, quote, hits, current, time, playing, follows, onSeek }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null);
  const now = passageAt(passages, time);
  const texts = markQuote(quote, passages);
  useEffect(() => {
    // Somebody who watches the video above, or reads elsewhere, is not taken away from it.
    if (follows && isInView(list.current?.children[now - 1])) list.current?.children[now]?.scrollIntoView({ block: "nearest", behavior: "auto" });
  }, [now, follows]);
  useEffect(() => {
    if (current) list.current?.children[current.passage]?.scrollIntoView({ block: "nearest", behavior: "auto" });
  }, [current]);
  return (
    <ol ref={list} className={styles.transcript} aria-label={m.desk_person_transcript()}>
      {passages.map((passage, index) => {
        const parts = markHits(
          texts[index] ?? [],
          hits.filter((hit) => hit.passage === index),
          current,
        );
        const word = playing && index === now ? wordAt(passage, time) : -1;
        const show = ({ text, word: number }: Piece, at: number) =>
          number === null ? (
            text
          ) : (
            <span key={at} data-word={number} className={cx(number === word && styles.word)}>
              {text}
            </span>
          );
        return (
          <li key={passage.begin} aria-current={index === now ? "true" : undefined} className={cx(index < now && styles.past, index === now && styles.now)}>
            <button type="button" onClick={(event) => onSeek(passage.words[wordUnder(event)]?.begin ?? passage.begin)}>
              <span className={styles.at}>{formatDuration(passage.begin)}</span>
              <span lang={passage.language ?? language}>
                {piecesOf(parts, passage).map((pieces, at) => {
                  const { marked = false, found } = parts[at] ?? {};
                  const shown = pieces.map(show);
                  return marked || found ? (
                    <mark key={at} className={cx(marked && styles.quote, found && styles.found, found === "current" && styles.current)}>
                      {shown}
                    </mark>
                  ) : (
                    shown
                  );
                })}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function isInView(line: Element | undefined): boolean {
  const { top, bottom } = line?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < innerHeight;
}

/** The index of the word that was tapped; -1 for none, as with a key. */
function wordUnder({ target }: MouseEvent): number {
  const word = target instanceof Element ? target.closest("[data-word]")?.getAttribute("data-word") : null;
  return word == null ? -1 : Number(word);
}
