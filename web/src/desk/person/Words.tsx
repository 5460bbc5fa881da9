import { AudioLines, Keyboard } from "lucide-react";
import { type RefCallback, useEffect, useRef } from "react";
import type { PersonAnswer, ReviewAccess } from "#/api/deskPerson.queries.ts";
import { formatDate } from "#/format/dates.ts";
import { formatCount } from "#/format/numbers.ts";
import { formatReadyTime } from "#/format/readyTime.ts";
import { m } from "#/messages.gen/messages.js";
import { pageLanguage } from "#/platform/language.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { hasTimes, type Hit, markHits } from "./find.ts";
import styles from "./Review.module.css";
import { Transcript } from "./Transcript.tsx";
import { nameOfLanguage } from "./translation.ts";
import { useViews } from "./useViews.ts";

type WordsProps = {
  answer: PersonAnswer;
  /** Where the words that the reviewer looks for are, and which of these places was jumped to. */
  hits: readonly Hit[];
  hit: Hit | null;
  /** That of the interview. */
  language: string;
  /** Whether the question is shown as it was asked, if it can be shown in another language. */
  other: { original: boolean; onToggle: () => void } | null;
  subject: { firstName: string; showsVideo: boolean };
  quote: string | null;
  time: number;
  playing: boolean;
  follows: boolean;
  onSeek: (seconds: number) => void;
  /** Ref of the element with the words. */
  wordsRef: RefCallback<Element>;
};

/** The words of an answer: with times next to a recording, else as text. */
export function Words({ answer, hits, hit, language, other, subject, quote, time, playing, follows, onSeek, wordsRef }: WordsProps) {
  const { text, passages, media, mode } = answer;
  const { firstName: name, showsVideo } = subject;
  const spoken = answer.language ?? language;
  const doubt = formatDoubt(answer);
  const unheard = answer.understood === "silent" && text !== null; // A text for a recording in which nobody spoke.
  const asked = (
    <>
      <Heading level={2} size={3} className={styles.asked}>
        {answer.question}
      </Heading>
      {other && (
        <TextLink onClick={other.onToggle}>
          {m.desk_person_question_in({ language: nameOfLanguage(other.original ? pageLanguage() : language, m.ui_locale()) })}
        </TextLink>
      )}
    </>
  );
  if (hasTimes(answer)) {
    return (
      <section className={styles.said}>
        {asked}
        {doubt && (
          <Text size="small" quiet>
            {doubt}
          </Text>
        )}
        <div ref={wordsRef}>
          <Transcript
            passages={passages}
            language={spoken}
            quote={quote}
            hits={hits}
            current={hit}
            time={time}
            playing={playing}
            follows={follows}
            onSeek={onSeek}
          />
        </div>
      </section>
    );
  }
  if (media && text === null) {
    return (
      <section className={styles.said}>
        {asked}
        <Silence answer={answer} name={name} small />
      </section>
    );
  }
  const count = text?.split(/\s+/).filter(Boolean).length ?? 0;
  return (
    <article className={styles.typed}>
      <div className={styles.kind}>
        <Tag>
          <Icon as={mode === "typed" || unheard ? Keyboard : AudioLines} size="s" />
          {unheard ? m.desk_person_typed_unheard() : mode === "typed" ? m.desk_person_typed() : m.desk_person_spoken()}
        </Tag>
        {text && (
          <Text size="small" quiet num>
            {m.desk_person_words({ count, countText: formatCount(count) })}
          </Text>
        )}
      </div>
      {asked}
      {doubt && (
        <Text size="small" quiet>
          {doubt}
        </Text>
      )}
      {text === null ? <Silence answer={answer} name={name} /> : <Lines ref={wordsRef} text={text} language={spoken} hits={hits} hit={hit} />}
      {mode === "typed" && (
        <Text size="small" quiet>
          {m.desk_person_typed_note({ name })}
        </Text>
      )}
      {mode === "spoken" && !media && (
        <Text size="small" quiet>
          {showsVideo ? m.desk_person_no_video() : m.desk_person_video_off({ name })}
        </Text>
      )}
      {answer.corrected && !unheard && (
        <Text size="small" quiet>
          {formatCorrection(name, answer.correctedAt)}
        </Text>
      )}
    </article>
  );
}

type OtherProps = Pick<WordsProps, "answer" | "hits" | "language" | "subject"> & {
  access: ReviewAccess;
  onOpen: () => void;
  onCounts: () => void;
  onGone: () => void;
};

/** Another answer about the same skill, next to the one that plays. */
export function OtherAnswer({ answer, hits, language, subject, access, onOpen, onCounts, onGone }: OtherProps) {
  const { order, text, question, media } = answer;
  const { words } = useViews({ access, answer: order, onCounts, onGone });
  return (
    <article className={styles.typed}>
      <Heading level={2} size={3} className={styles.asked}>
        {question}
      </Heading>
      {text === null ? (
        <Silence answer={answer} name={subject.firstName} small />
      ) : (
        <Lines ref={words} text={text} language={answer.language ?? language} hits={hits} hit={null} />
      )}
      {media && (
        <Button variant="second" size="small" aria-label={m.desk_person_play_of({ question })} onClick={onOpen}>
          {m.desk_person_play()}
        </Button>
      )}
    </article>
  );
}

/** A text without times, with what is looked for. */
function Lines({ ref, text, language, hits, hit }: Pick<WordsProps, "hits" | "hit" | "language"> & { ref: RefCallback<Element>; text: string }) {
  const parts = markHits([{ text, marked: false }], hits, hit);
  const here = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hit) here.current?.scrollIntoView({ block: "nearest", behavior: "auto" });
  }, [hit]);
  return (
    <p ref={ref} lang={language} className={styles.line}>
      {parts.map(({ text: part, found }, at) =>
        found ? (
          <mark key={at} ref={found === "current" ? here : null} className={cx(styles.found, found === "current" && styles.current)}>
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </p>
  );
}

/** Why there is no text; or its place, while only what was loaded ahead is there. */
function Silence({ answer, name, small = false }: { answer: PersonAnswer; name: string; small?: boolean }) {
  if (answer.silence === "not_opened") return <Skeleton width={0.7} />;
  return (
    <Text size={small ? "small" : "body"} quiet>
      {formatSilence(answer, name)}
    </Text>
  );
}

/** Why there is no text. */
function formatSilence({ silence, delay }: PersonAnswer, name: string): string {
  switch (silence) {
    case "awaited":
      if (!delay) return m.desk_person_words_awaited();
      return delay.expectedAt ? m.desk_person_words_until({ time: formatReadyTime(delay.expectedAt) }) : m.desk_person_words_late();
    case "not_spoken":
      return m.desk_person_not_spoken();
    case "not_written":
      return m.desk_person_not_written();
    default:
      return m.desk_person_no_words({ name });
  }
}

/** What to know about a text that the speech recognition is not sure of. */
function formatDoubt({ understood, media, mediaType }: PersonAnswer): string | null {
  if (understood !== "doubtful" && understood !== "unclear") return null;
  if (!media) return m.desk_person_doubt();
  return mediaType?.startsWith("audio/") ? m.desk_person_doubt_listen() : m.desk_person_doubt_watch();
}

function formatCorrection(name: string, at: string | null): string {
  return at === null ? m.desk_person_corrected({ name }) : m.desk_person_corrected_later({ name, date: formatDate(at) });
}
