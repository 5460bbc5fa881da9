import { Check } from "lucide-react";
import { type ReactNode, type RefCallback, type RefObject, type TouchEvent, useRef } from "react";
import type { AskedQuestion, ReviewAccess } from "#/api/deskPerson.queries.ts";
import { formatJob } from "#/desk/decide/pending.ts";
import { DECIDE_KEYS, type KeyGroup, KeysDialog, PERSON_KEYS, SHEET_KEYS } from "#/desk/keys/KeysDialog.tsx";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { pageLanguage } from "#/platform/language.ts";
import type { AppPath } from "#/platform/paths.ts";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { hasTimes } from "./find.ts";
import { Find } from "./Find.tsx";
import { Player, type PlayerHandle } from "./Player.tsx";
import { RateLater, RatingForm } from "./RatingForm.tsx";
import { Reveal } from "./Reveal.tsx";
import styles from "./Review.module.css";
import { isTranslated } from "./translation.ts";
import { type ReviewView, useReview } from "./useReview.ts";
import { useViews } from "./useViews.ts";
import { OtherAnswer, Words } from "./Words.tsx";

interface Subject {
  id: string;
  firstName: string;
  name: string;
  title: string;
  location: string | null;
  questions: AskedQuestion[];
  showsVideo: boolean;
  showsScore: boolean;
  /** The candidate asked for no AI score. */
  scoreDeclined: boolean;
}

type ReviewProps = {
  subject: Subject;
  access: ReviewAccess;
  /** Play as soon as the page opens. */
  plays: boolean;
  /** The orders of answers to begin with, if any. */
  unseen?: readonly number[];
  /** Where the reviewer came from. */
  back: { href: AppPath; label: string } | null;
  /** The reply date, next to the way back. */
  due: ReactNode;
  /** From 900 px: the place in the list, under the reply date. */
  place?: ReactNode;
  /** From 900 px, next to the name. */
  actions: ReactNode;
  /** What there is to do next, if more than to watch and decide. */
  step?: ReactNode;
  /** The candidate's wishes and what happened so far. */
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
  /** Whether keys work; false while a sheet is open. */
  active: boolean;
};

/** One answer at a time: watch or read it, give a level, then compare. */
export function Review(props: ReviewProps) {
  const { subject, access, onViewed, onGone, next, rates = true, active } = props;
  const player = useRef<PlayerHandle>(null);
  const review = useReview({ subject, access, plays: props.plays, unseen: props.unseen, active, rates, onRated: props.onRated, next, player });
  const views = useViews({ access, answer: review?.answer.order ?? 0, onCounts: onViewed, onGone });
  const keys = useShortcutsOn();
  const finder = useRef<HTMLInputElement>(null);
  const swipe = useSwipe((way) => review?.move(way));
  const level = (chosen: number) => () => review?.chooseByKey(chosen);
  useShortcuts(
    {
      " ": () => player.current?.toggle(),
      ArrowLeft: () => player.current?.skip(-5),
      ArrowRight: () => player.current?.skip(5),
      "[": () => review?.move(-1),
      "]": () => review?.move(1),
      1: level(1),
      2: level(2),
      3: level(3),
      4: level(4),
      5: level(5),
      0: level(0),
      Enter: () => {
        if (!review) return;
        const { revealed, isLast, choice, question, nextStep, save } = review;
        if (revealed || !isLast || !rates) nextStep?.onClick();
        else if (choice !== null) save({ level: choice || null, comment: question.own?.comment ?? null, skip: false });
      },
      "/": () => finder.current?.focus(),
      j: () => next?.open(),
      k: () => props.previous?.(),
      "?": () => review?.set({ help: true }),
    },
    { active: active && review?.help === false },
  );

  if (!review) return null;
  const { revealed, steps } = review;
  return (
    <>
      <div className={cx(styles.page, revealed && styles.revealed)} data-person="" {...swipe}>
        <Head {...props} number={steps.number} total={steps.total} />
        {props.step && <div className={styles.step}>{props.step}</div>}
        <div className={styles.main}>
          <Skills review={review} />
          <div id="answers" className={styles.watch}>
            <Recording review={review} views={views} name={subject.firstName} player={player} />
            {steps.texts && (
              <Find ref={finder} words={review.words} total={review.hits.length} current={review.hitAt} onWords={review.find} onStep={review.jump} />
            )}
            <Texts review={review} subject={subject} access={access} wordsRef={views.words} onCounts={onViewed} onGone={onGone} />
          </div>
        </div>
        <div className={styles.side}>
          <Level review={review} subject={subject} rates={rates} />
        </div>
        {props.story && <div className={styles.story}>{props.story}</div>}
        {props.onDecide && !revealed && (
          <div className={styles.decide}>
            <Button variant="second" full onClick={props.onDecide}>
              {m.desk_decide_open()}
            </Button>
          </div>
        )}
        {props.children && <div className={styles.more}>{props.children}</div>}
      </div>
      {revealed && <Onward review={review} onDecide={props.onDecide} />}
      {keys && <KeysBar plays={review.answer.media !== null} people={next !== null} />}
      <KeysDialog
        open={review.help}
        onClose={() => review.set({ help: false })}
        groups={props.onDecide ? [REVIEW_KEYS, DECIDE_KEYS, SHEET_KEYS] : [REVIEW_KEYS]}
      />
    </>
  );
}

/** Who the person is, where the reviewer came from, and what can be done with the application. */
function Head({ subject, back, due, place, actions, number, total }: ReviewProps & { number: number; total: number }) {
  return (
    <div className={styles.head}>
      <div className={styles.top}>
        {back && (
          <TextLink back href={back.href}>
            {back.label}
          </TextLink>
        )}
        <span className={styles.dueNarrow}>{due}</span>
      </div>
      <div className={styles.bar}>
        <div className={styles.who}>
          <Heading level={1} size={3}>
            {subject.name}
          </Heading>
          <Text size="small" quiet>
            {formatJob(subject.title, subject.location)}
          </Text>
        </div>
        <Text size="small" quiet num className={styles.narrow}>
          {m.desk_person_answer_of({ number: formatCount(number), total: formatCount(total) })}
        </Text>
        <div className={styles.actions}>
          <div className={styles.dueWide}>
            {due}
            {place}
          </div>
          {actions}
        </div>
      </div>
    </div>
  );
}

type PartProps = { review: ReviewView };

/** The skills, of which one is shown; those with a level have a check. */
function Skills({ review: { skills, question, openSkill } }: PartProps) {
  return (
    <nav aria-label={m.desk_person_answers()} className={styles.answers}>
      <ol style={{ gridTemplateColumns: `repeat(${skills.length}, 1fr)` }}>
        {skills.map(({ id, own, competency }) => (
          <li key={id} className={cx(own && styles.done, id === question.id && styles.current)}>
            <button type="button" aria-current={id === question.id ? "step" : undefined} onClick={() => openSkill(id)}>
              {own && <Icon as={Check} size="s" />}
              {competency}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type RecordingProps = PartProps & { views: ReturnType<typeof useViews>; name: string; player: RefObject<PlayerHandle | null> };

function Recording({ review, views, name, player }: RecordingProps) {
  const { answer, quote, set } = review;
  if (!answer.media) return null;
  return (
    <Player
      key={answer.order}
      ref={player}
      media={answer.media}
      sound={answer.mediaType?.startsWith("audio/") ?? false}
      label={m.desk_person_recording({ name, question: answer.question })}
      length={answer.duration}
      passages={answer.passages}
      marks={quote}
      speed={review.speed}
      captions={review.captions}
      autoPlay={review.plays}
      startAt={review.startAt}
      reel={review.hasReel ? { on: review.reelAt !== null, onToggle: review.toggleReel } : null}
      onSpeed={(speed) => set({ speed })}
      onCaptions={(captions) => set({ captions })}
      onTime={review.onTime}
      onPlayed={views.onPlayed}
      onPlaying={(playing) => {
        set({ playing });
        views.onPlaying(playing);
      }}
      onSeek={() => set({ reelAt: null })}
      onEnded={review.onEnded}
    />
  );
}

type TextsProps = PartProps & { subject: Subject; access: ReviewAccess; wordsRef: RefCallback<Element>; onCounts: () => void; onGone: () => void };

/** What was said: the answer that is shown, and the skill's other ones. */
function Texts({ review, subject, access, wordsRef, onCounts, onGone }: TextsProps) {
  const { question, answer, hits, hit, original, playing, revealed } = review;
  const language = pageLanguage();
  return question.answers.map((one) =>
    one.order === answer.order ? (
      <Words
        key={one.order}
        answer={answer}
        hits={hits.filter((found) => found.answer === answer.order)}
        hit={hit?.answer === answer.order ? hit : null}
        language={question.language}
        other={isTranslated(question, language) ? { original, onToggle: () => review.set({ original: !original }) } : null}
        subject={subject}
        quote={question.machine?.quote ?? null}
        time={review.time}
        playing={playing}
        follows={playing && !revealed}
        onSeek={review.seek}
        wordsRef={wordsRef}
      />
    ) : (
      <OtherAnswer
        key={one.order}
        answer={one}
        hits={hasTimes(one) ? [] : hits.filter((found) => found.answer === one.order)}
        language={question.language}
        subject={subject}
        access={access}
        onOpen={() => review.open(one.order, true)}
        onCounts={onCounts}
        onGone={onGone}
      />
    ),
  );
}

/** The reviewer's own level, then the others' next to it. */
function Level({ review, subject, rates }: PartProps & { subject: Subject; rates: boolean }) {
  const { question, answer, quote, busy, error, save } = review;
  const noScore = whyNoScore(subject);
  if (review.revealed) {
    return (
      <Reveal
        question={question}
        noScore={noScore}
        span={(answer.media && quote[0]) || null}
        busy={busy}
        error={error}
        onSave={save}
        onPlay={({ begin }) => review.playFrom(begin)}
        onRate={() => review.set({ changing: question.id })}
        next={review.nextStep}
      />
    );
  }
  if (!rates) return null;
  if (!review.isLast) return <RateLater competency={question.competency} onNext={() => review.move(1, true)} />;
  return (
    <RatingForm
      key={question.id}
      question={question}
      noScore={noScore}
      choice={review.choice}
      busy={busy}
      error={error}
      onChoose={review.choose}
      onSave={save}
    />
  );
}

/** Why there is no AI level for any answer; null if there may be one. */
function whyNoScore({ firstName: name, scoreDeclined, showsScore }: Subject): string | null {
  if (scoreDeclined) return m.desk_person_score_declined({ name });
  return showsScore ? null : m.desk_person_score_off({ name });
}

/** On phones: the next answer or person, and deciding. */
function Onward({ review: { nextStep }, onDecide }: PartProps & { onDecide: (() => void) | null }) {
  if (!nextStep && !onDecide) return null;
  return (
    <BottomBar onlyNarrow>
      {nextStep && (
        <Button full onClick={nextStep.onClick}>
          {nextStep.label}
        </Button>
      )}
      {onDecide &&
        (nextStep ? (
          <TextLink center onClick={onDecide}>
            {m.desk_decide_open_now()}
          </TextLink>
        ) : (
          <Button full onClick={onDecide}>
            {m.desk_decide_open()}
          </Button>
        ))}
    </BottomBar>
  );
}

function KeysBar({ plays, people }: { plays: boolean; people: boolean }) {
  return (
    <div className={styles.keys} role="region" aria-label={m.desk_person_keys_label()}>
      <ul>
        {plays && (
          <li>
            <kbd>{m.desk_person_key_space()}</kbd> {m.desk_person_keys_play()}
          </li>
        )}
        {plays && (
          <li>
            <kbd>←</kbd> <kbd>→</kbd> {m.desk_person_keys_seconds()}
          </li>
        )}
        <li>
          <kbd>/</kbd> {m.desk_person_keys_find()}
        </li>
        <li>
          <kbd>[</kbd> <kbd>]</kbd> {m.desk_person_keys_answer()}
        </li>
        <li>
          <kbd>1</kbd>–<kbd>5</kbd> {m.desk_person_keys_level()}
        </li>
        <li>
          <kbd>Enter</kbd> {m.desk_person_keys_save()}
        </li>
        {people && (
          <li>
            <kbd>J</kbd> <kbd>K</kbd> {m.desk_person_keys_person()}
          </li>
        )}
        <li>
          <kbd>?</kbd> {m.desk_list_all_keys()}
        </li>
      </ul>
    </div>
  );
}

/** Shortest swipe, in CSS pixels, and how much longer than high it has to be. */
const SWIPE = 60;
const SLOPE = 2;

/** Swipes to the next answer and the one before; not from a slider. */
function useSwipe(onSwipe: (way: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      const drags = target instanceof Element && target.closest("input") !== null;
      from.current = touch && touches.length === 1 && !drags ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const way = swipeOf(from.current, changedTouches[0]);
      if (way !== 0) onSwipe(way);
    },
  };
}

/** 1 for a swipe to the next answer, -1 to the one before, 0 for anything else. */
function swipeOf(from: { x: number; y: number } | null, to: { clientX: number; clientY: number } | undefined): 1 | -1 | 0 {
  if (!from || !to) return 0;
  const x = to.clientX - from.x;
  const y = to.clientY - from.y;
  if (Math.abs(x) < SWIPE || Math.abs(x) < SLOPE * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}

/** The keys of the page on which answers are watched and rated. */
const REVIEW_KEYS: KeyGroup = {
  title: m.desk_person_answers,
  keys: [
    { keys: ["Space"], name: m.desk_person_keys_play },
    { keys: ["←", "→"], name: m.desk_person_keys_seconds },
    { keys: ["/"], name: m.desk_person_keys_find },
    { keys: ["[", "]"], name: m.desk_person_keys_answer },
    { keys: ["1–5"], name: m.desk_person_keys_level },
    { keys: ["Enter"], name: m.desk_person_keys_save },
    ...PERSON_KEYS,
  ],
};
