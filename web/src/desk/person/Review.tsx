import type { AppPath } from "#/platform/paths.ts";
import { Check, ChevronLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AskedQuestion, RatingGiven, ReviewAccess } from "#/api/deskPerson.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { pageLanguage } from "#/platform/language.ts";
import { forgetWithPerson } from "#/platform/personal.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { KeysDialog, SHEET_KEYS } from "#/desk/keys/KeysDialog.tsx";
import { Find } from "./Find.tsx";
import { findWords, hasTimes } from "./find.ts";
import { DECIDE_KEYS, REVIEW_KEYS } from "./reviewKeys.ts";
import { Player, type PlayerHandle, type Speed } from "./Player.tsx";
import { RateLater, RatingForm } from "./RatingForm.tsx";
import { Reveal } from "./Reveal.tsx";
import styles from "./Review.module.css";
import { reelOf, spanOf } from "./spans.ts";
import { inLanguage, isTranslated } from "./translation.ts";
import { useViews } from "./useViews.ts";
import { OtherAnswer, Words } from "./Words.tsx";

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
  /** Whether levels are given; false once the decision was made. */
  rates?: boolean;
  /** Whether keys work and reading counts; false while a sheet is open. */
  active: boolean;
};

/** Where playback of each answer was left, until the page is reloaded. */
const left = new Map<string, number>();
forgetWithPerson(() => left.clear());

/** One answer at a time: watch or read it, give a level, then compare. */
export function Review(props: ReviewProps) {
  const { subject, access, onRated, onViewed, onGone, next, rates = true } = props;
  const [original, setOriginal] = useState(false);
  const questions = original ? subject.questions : subject.questions.map((one) => inLanguage(one, pageLanguage()));
  const skills = questions.filter(({ answers }) => answers.length > 0);
  const steps = skills.flatMap((question) => question.answers.map((answer) => ({ question, answer })));
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
  const [help, setHelp] = useState(false);
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
  const isLast = steps[index + 1]?.question.id !== question?.id; // Of its skill, which is rated after it.
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

  const level = (chosen: number) => () => question && !revealed && isLast && rates && setChoices({ ...choices, [question.id]: chosen });
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
        if (revealed || !isLast || !rates) nextStep?.onClick();
        else if (choice !== null) void save({ level: choice || null, comment: own?.comment ?? null, skip: false });
      },
      "/": () => finder.current?.focus(),
      j: () => next?.open(),
      k: () => props.previous?.(),
      "?": () => setHelp(true),
    },
    { active: props.active && !help },
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
          <ol style={{ gridTemplateColumns: `repeat(${skills.length}, 1fr)` }}>
            {skills.map((one) => (
              <li key={one.id} className={cx(one.own && styles.done, one.id === question.id && styles.current)}>
                <button type="button" aria-current={one.id === question.id ? "step" : undefined} onClick={() => go(steps.findIndex((step) => step.question === one), playing)}>
                  {one.own && <Icon as={Check} size="s" />}
                  {one.competency}
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
          {question.answers.map((one) =>
            one.order === answer.order ? (
              <Words
                key={one.order}
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
            ) : (
              <OtherAnswer
                key={one.order}
                answer={one}
                hits={hasTimes(one) ? [] : hits.filter((found) => found.answer === one.order)}
                language={question.language}
                subject={subject}
                access={access}
                active={props.active}
                onOpen={() => go(steps.findIndex((step) => step.answer.order === one.order), true)}
                onCounts={onViewed}
                onGone={onGone}
              />
            ),
          )}
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
          ) : !rates ? null : isLast ? (
            <RatingForm
              key={question.id}
              question={question}
              choice={choice}
              busy={busy}
              error={error}
              onChoose={(chosen) => setChoices({ ...choices, [question.id]: chosen })}
              onSave={(rating) => void save(rating)}
            />
          ) : (
            <RateLater competency={question.competency} onNext={() => go(index + 1, true)} />
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
      <KeysDialog open={help} onClose={() => setHelp(false)} groups={props.onDecide ? [REVIEW_KEYS, DECIDE_KEYS, SHEET_KEYS] : [REVIEW_KEYS]} />
    </>
  );
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
        <li><kbd>?</kbd> {m.desk_list_all_keys()}</li>
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
