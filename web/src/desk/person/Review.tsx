import type { AppPath } from "#/platform/paths.ts";
import { AudioLines, Check, ChevronLeft, Keyboard } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AskedQuestion, PersonAnswer, RatingGiven, ReviewAccess } from "#/api/deskPerson.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatDate } from "#/format/dates.ts";
import { formatCount } from "#/format/numbers.ts";
import { formatReadyTime } from "#/format/readyTime.ts";
import { m } from "#/messages.gen/messages.js";
import { pageLanguage } from "#/platform/language.ts";
import { forgetWithPerson } from "#/platform/personal.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Find } from "./Find.tsx";
import { findWords, hasTimes, type Hit, markHits } from "./find.ts";
import { Player, type PlayerHandle, type Speed } from "./Player.tsx";
import { RatingForm } from "./RatingForm.tsx";
import { Reveal } from "./Reveal.tsx";
import styles from "./Review.module.css";
import { reelOf, spanOf } from "./spans.ts";
import { Transcript } from "./Transcript.tsx";
import { inLanguage, isTranslated, nameOfLanguage } from "./translation.ts";
import { useViews } from "./useViews.ts";

export interface Subject {
  id: string;
  firstName: string;
  name: string;
  title: string;
  location: string | null;
  questions: AskedQuestion[];
  showsVideo: boolean;
  showsScore: boolean;
}

type ReviewProps = {
  subject: Subject;
  access: ReviewAccess;
  /** Play as soon as the page opens. */
  plays: boolean;
  /** Where the reviewer came from. */
  back: { href: AppPath; label: string } | null;
  /** The reply date, next to the way back. */
  due: ReactNode;
  /** From 900 px, next to the name. */
  actions: ReactNode;
  /** What happened so far, above the answers. */
  story?: ReactNode;
  /** Below the reviewer's levels. */
  children?: ReactNode;
  onRated: (question: AskedQuestion) => Promise<void>;
  onViewed: () => void;
  onGone: () => void;
  next: { label: string; open: () => void } | null;
  previous: (() => void) | null;
  /** Opens the sheet to decide, on phones; null for those who may not. */
  onDecide: (() => void) | null;
  /** Whether keys work and reading counts; false while a sheet is open. */
  active: boolean;
};

/** Where playback of each answer was left, until the page is reloaded. */
const left = new Map<string, number>();
forgetWithPerson(() => left.clear());

/** One answer at a time: watch or read it, give a level, then compare. */
export function Review(props: ReviewProps) {
  const { subject, access, onRated, onViewed, onGone, next } = props;
  const [original, setOriginal] = useState(false);
  const questions = original ? subject.questions : subject.questions.map((one) => inLanguage(one, pageLanguage()));
  const steps = questions.flatMap((question) => question.answers.map((answer) => ({ question, answer })));
  const [index, setIndex] = useState(() => Math.max(0, steps.findIndex(({ question }) => question.own === null)));
  const [plays, setPlays] = useState(props.plays);
  const [choices, setChoices] = useState<Record<string, number>>({});
  const [changing, setChanging] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [speed, setSpeed] = useState<Speed>(1);
  const [captions, setCaptions] = useState(true);
  const [time, setTime] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [reelAt, setReelAt] = useState<number | null>(null);
  const player = useRef<PlayerHandle>(null);
  const swipe = useRef<{ x: number; y: number } | null>(null);
  const keys = useShortcutsOn();
  const finder = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState("");
  const [hitAt, setHitAt] = useState<number | null>(null);
  const hits = findWords(wanted, steps.map((one) => one.answer));
  const hit = (hitAt === null ? null : hits[hitAt]) ?? null;

  const step = steps[Math.min(index, steps.length - 1)];
  const answer = step?.answer;
  const question = step?.question;
  const views = useViews({ access, answer: answer?.order ?? 0, words: props.active && answer?.text != null, onCounts: onViewed, onGone });
  const reel = reelOf(questions);
  const part = reelAt === null ? undefined : reel[reelAt];
  const own = question?.own ?? null;
  const revealed = own !== null && changing !== question?.id;
  const choice = question ? (choices[question.id] ?? (own && !own.skipped ? (own.level ?? 0) : null)) : null;

  const go = (to: number, playing: boolean) => {
    if (to < 0 || to >= steps.length) return;
    setPlays(playing);
    setError(null);
    setTime(left.get(keyOf(subject.id, steps[to]?.answer.order)) ?? 0);
    setIndex(to);
  };
  const nextAnswer = index < steps.length - 1 ? { label: m.desk_person_next_answer(), onClick: () => go(index + 1, true) } : null;
  const nextStep = nextAnswer ?? (next && { label: next.label, onClick: next.open });

  const save = async (rating: RatingGiven) => {
    if (!question || busy) return;
    setBusy(true);
    setError(null);
    try {
      await onRated(await access.rate(question.id, rating));
      setChanging(null);
    } catch (failure) {
      setError(messageOf(failure, m.desk_person_not_saved()));
    } finally {
      setBusy(false);
    }
  };

  const playPart = (at: number) => {
    const wanted = reel[at];
    setReelAt(wanted ? at : null);
    if (!wanted) return;
    if (wanted.answer === answer?.order) player.current?.playFrom(wanted.begin);
    else go(steps.findIndex((one) => one.answer.order === wanted.answer), true);
  };
  const onTime = (seconds: number) => {
    setTime(seconds);
    if (answer) left.set(keyOf(subject.id, answer.order), seconds);
    if (part && reelAt !== null && part.answer === answer?.order && seconds >= part.end) {
      if (reelAt + 1 < reel.length) playPart(reelAt + 1);
      else {
        setReelAt(null);
        player.current?.toggle();
      }
    }
  };

  const find = (words: string) => {
    setWanted(words);
    setHitAt(null);
  };
  /** Jumps to the next place with the words, or the one before, and plays it. */
  const stepHits = (by: 1 | -1) => {
    const at = hitAt === null ? (by > 0 ? 0 : hits.length - 1) : (hitAt + by + hits.length) % hits.length;
    const to = hits[at];
    if (!to) return;
    setHitAt(at);
    setReelAt(null);
    if (to.answer === answer?.order) {
      if (to.begin !== null) player.current?.playFrom(to.begin);
      return;
    }
    if (to.begin !== null) left.set(keyOf(subject.id, to.answer), to.begin);
    go(steps.findIndex((one) => one.answer.order === to.answer), true);
  };

  // A sheet over the page: the recording must not go on behind it.
  useEffect(() => {
    if (!props.active) player.current?.pause();
  }, [props.active]);

  const level = (chosen: number) => () => question && !revealed && setChoices({ ...choices, [question.id]: chosen });
  useShortcuts(
    {
      " ": () => player.current?.toggle(),
      ArrowLeft: () => player.current?.skip(-5),
      ArrowRight: () => player.current?.skip(5),
      "[": () => go(index - 1, playing),
      "]": () => go(index + 1, playing),
      1: level(1),
      2: level(2),
      3: level(3),
      4: level(4),
      5: level(5),
      0: level(0),
      Enter: () => {
        if (revealed) nextStep?.onClick();
        else if (choice !== null) void save({ level: choice || null, comment: own?.comment ?? null, skip: false });
      },
      "/": () => finder.current?.focus(),
      j: () => next?.open(),
      k: () => props.previous?.(),
    },
    { active: props.active },
  );

  if (!answer || !question) return null;
  const span = question.machine?.quote ? spanOf(question.machine.quote, answer.passages, answer.duration) : null;
  const start = part?.answer === answer.order ? part.begin : (left.get(keyOf(subject.id, answer.order)) ?? 0);
  return (
    <>
      <div
        className={cx(styles.page, revealed && styles.revealed)}
        data-person=""
        onTouchStart={({ touches, target }) => {
          const touch = touches[0];
          const drags = target instanceof Element && target.closest("input") !== null;
          swipe.current = touch && touches.length === 1 && !drags ? { x: touch.clientX, y: touch.clientY } : null;
        }}
        onTouchEnd={({ changedTouches }) => {
          const way = swipeOf(swipe.current, changedTouches[0]);
          if (way !== 0) go(index + way, playing);
        }}
      >
        <div className={styles.top}>
          {props.back && (
            <AppLink href={props.back.href} className={styles.back}>
              <Icon as={ChevronLeft} />
              {props.back.label}
            </AppLink>
          )}
          <span className={styles.dueNarrow}>{props.due}</span>
        </div>
        <div className={styles.bar}>
          <div className={styles.who}>
            <Heading level={1} size={3}>{subject.name}</Heading>
            <Text size="small" quiet>
              {subject.title}
              {subject.location && <span className={styles.wide}>, {subject.location}</span>}
            </Text>
          </div>
          <Text size="small" quiet num className={styles.narrow}>
            {m.desk_person_answer_of({ number: formatCount(index + 1), total: formatCount(steps.length) })}
          </Text>
          <div className={styles.actions}>
            {props.due}
            {props.actions}
          </div>
        </div>
        {props.story && <div className={styles.story}>{props.story}</div>}
        <nav aria-label={m.desk_person_answers()} className={styles.answers}>
          <ol style={{ gridTemplateColumns: `repeat(${steps.length}, 1fr)` }}>
            {steps.map((one, at) => (
              <li key={one.answer.order} className={cx(one.question.own && styles.done, at === index && styles.current)}>
                <button type="button" aria-current={at === index ? "step" : undefined} onClick={() => go(at, playing)}>
                  {one.question.own && <Icon as={Check} size="s" />}
                  {one.question.competency}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.watch}>
          {answer.media ? (
            <Player
              key={answer.order}
              ref={player}
              media={answer.media}
              sound={answer.mediaType?.startsWith("audio/") ?? false}
              label={m.desk_person_recording({ name: subject.firstName, question: answer.question })}
              length={answer.duration}
              passages={answer.passages}
              marks={span ? [span] : []}
              speed={speed}
              captions={captions}
              autoPlay={plays}
              startAt={start}
              reel={reel.length > 0 ? { on: reelAt !== null, onToggle: () => (reelAt === null ? playPart(0) : setReelAt(null)) } : null}
              onSpeed={setSpeed}
              onCaptions={setCaptions}
              onTime={onTime}
              onPlayed={views.onPlayed}
              onPlaying={(now) => {
                setPlaying(now);
                views.onPlaying(now);
              }}
              onSeek={() => setReelAt(null)}
              onEnded={() => (reelAt === null ? left.delete(keyOf(subject.id, answer.order)) : playPart(reelAt + 1))}
            />
          ) : null}
          {steps.some((one) => one.answer.text !== null) && (
            <Find ref={finder} words={wanted} total={hits.length} current={hitAt} onWords={find} onStep={stepHits} />
          )}
          <Words
            answer={answer}
            hits={hits.filter((one) => one.answer === answer.order)}
            hit={hit?.answer === answer.order ? hit : null}
            language={question.language}
            other={isTranslated(question, pageLanguage()) ? { original, onToggle: () => setOriginal(!original) } : null}
            subject={subject}
            quote={question.machine?.quote ?? null}
            time={time}
            playing={playing}
            follows={playing && !revealed}
            onSeek={(seconds) => {
              setReelAt(null);
              player.current?.playFrom(seconds);
            }}
          />
        </div>
        <div className={styles.side}>
          {revealed ? (
            <Reveal
              question={question}
              showsScore={subject.showsScore}
              name={subject.firstName}
              span={answer.media ? span : null}
              busy={busy}
              error={error}
              onSave={(rating) => void save(rating)}
              onPlay={({ begin }) => player.current?.playFrom(begin)}
              onRate={() => setChanging(question.id)}
              next={nextStep}
            />
          ) : (
            <RatingForm
              key={question.id}
              question={question}
              choice={choice}
              busy={busy}
              error={error}
              onChoose={(chosen) => setChoices({ ...choices, [question.id]: chosen })}
              onSave={(rating) => void save(rating)}
            />
          )}
        </div>
        {props.onDecide && !revealed && (
          <div className={styles.decide}>
            <Button variant="second" full onClick={props.onDecide}>{m.desk_decide_open()}</Button>
          </div>
        )}
        {props.children && <div className={styles.more}>{props.children}</div>}
      </div>
      {revealed && (nextStep || props.onDecide) && (
        <BottomBar onlyNarrow>
          {nextStep && <Button full onClick={nextStep.onClick}>{nextStep.label}</Button>}
          {props.onDecide &&
            (nextStep ? (
              <TextLink center onClick={props.onDecide}>{m.desk_decide_open_now()}</TextLink>
            ) : (
              <Button full onClick={props.onDecide}>{m.desk_decide_open()}</Button>
            ))}
        </BottomBar>
      )}
      {keys && <KeysBar plays={answer.media !== null} people={next !== null} />}
    </>
  );
}

type WordsProps = {
  answer: PersonAnswer;
  /** Where the words that the reviewer looks for are, and which of these places was jumped to. */
  hits: readonly Hit[];
  hit: Hit | null;
  /** That of the interview. */
  language: string;
  /** Whether the question is shown as it was asked, if it can be shown in another language. */
  other: { original: boolean; onToggle: () => void } | null;
  subject: Subject;
  quote: string | null;
  time: number;
  playing: boolean;
  follows: boolean;
  onSeek: (seconds: number) => void;
};

/** The words of an answer: with times next to a recording, else as text. */
function Words({ answer, hits, hit, language, other, subject, quote, time, playing, follows, onSeek }: WordsProps) {
  const { text, passages, media, mode } = answer;
  const { firstName: name, showsVideo } = subject;
  const spoken = answer.language ?? language;
  const doubt = formatDoubt(answer);
  const asked = (
    <>
      <Heading level={2} size={3} className={styles.asked}>{answer.question}</Heading>
      {other && (
        <TextLink onClick={other.onToggle}>
          {other.original
            ? m.desk_person_translated({ language: nameOfLanguage(pageLanguage(), m.ui_locale()) })
            : m.desk_person_original({ language: nameOfLanguage(language, m.ui_locale()) })}
        </TextLink>
      )}
    </>
  );
  if (hasTimes(answer)) {
    return (
      <section className={styles.said}>
        {asked}
        {doubt && <Text size="small" quiet>{doubt}</Text>}
        <Transcript passages={passages} language={spoken} quote={quote} hits={hits} current={hit} time={time} playing={playing} follows={follows} onSeek={onSeek} />
      </section>
    );
  }
  if (media && text === null) {
    return (
      <section className={styles.said}>
        {asked}
        <Text size="small" quiet>{formatSilence(answer, name)}</Text>
      </section>
    );
  }
  const count = text?.split(/\s+/).filter(Boolean).length ?? 0;
  return (
    <article className={styles.typed}>
      <div className={styles.kind}>
        <Tag>
          <Icon as={mode === "typed" ? Keyboard : AudioLines} size="s" />
          {mode === "typed" ? m.desk_person_typed() : m.desk_person_spoken()}
        </Tag>
        {text && <Text size="small" quiet num>{m.desk_person_words({ count, countText: formatCount(count) })}</Text>}
      </div>
      {asked}
      {doubt && <Text size="small" quiet>{doubt}</Text>}
      {text === null ? <Text quiet>{formatSilence(answer, name)}</Text> : <Lines text={text} language={spoken} hits={hits} hit={hit} />}
      {mode === "typed" && <Text size="small" quiet>{m.desk_person_typed_note({ name })}</Text>}
      {mode === "spoken" && !media && <Text size="small" quiet>{showsVideo ? m.desk_person_no_video() : m.desk_person_video_off({ name })}</Text>}
      {answer.corrected && <Text size="small" quiet>{formatCorrection(name, answer.correctedAt)}</Text>}
    </article>
  );
}

/** A text without times, with what is looked for. */
function Lines({ text, language, hits, hit }: Pick<WordsProps, "hits" | "hit" | "language"> & { text: string }) {
  const parts = markHits([{ text, marked: false }], hits, hit);
  const here = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hit) here.current?.scrollIntoView({ block: "nearest", behavior: "auto" });
  }, [hit]);
  return (
    <p lang={language} className={styles.line}>
      {parts.map(({ text: part, found }, at) =>
        found ? <mark key={at} ref={found === "current" ? here : null} className={cx(styles.found, found === "current" && styles.current)}>{part}</mark> : part,
      )}
    </p>
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

function KeysBar({ plays, people }: { plays: boolean; people: boolean }) {
  return (
    <div className={styles.keys} role="region" aria-label={m.desk_person_keys_label()}>
      <ul>
        {plays && <li><kbd>{m.desk_person_key_space()}</kbd> {m.desk_person_keys_play()}</li>}
        {plays && <li><kbd>←</kbd> <kbd>→</kbd> {m.desk_person_keys_seconds()}</li>}
        <li><kbd>/</kbd> {m.desk_person_keys_find()}</li>
        <li><kbd>[</kbd> <kbd>]</kbd> {m.desk_person_keys_answer()}</li>
        <li><kbd>1</kbd>–<kbd>5</kbd> {m.desk_person_keys_level()}</li>
        <li><kbd>Enter</kbd> {m.desk_person_keys_save()}</li>
        {people && <li><kbd>J</kbd> <kbd>K</kbd> {m.desk_person_keys_person()}</li>}
      </ul>
    </div>
  );
}

function keyOf(subject: string, order: number | undefined): string {
  return `${subject} ${order ?? ""}`;
}

/** Shortest swipe, in CSS pixels, and how much longer than high it has to be. */
const SWIPE = 60;
const SLOPE = 2;

/** 1 for a swipe to the next answer, -1 to the one before, 0 for anything else. */
function swipeOf(from: { x: number; y: number } | null, to: { clientX: number; clientY: number } | undefined): number {
  if (!from || !to) return 0;
  const x = to.clientX - from.x;
  const y = to.clientY - from.y;
  return Math.abs(x) < SWIPE || Math.abs(x) < SLOPE * Math.abs(y) ? 0 : -Math.sign(x);
}
