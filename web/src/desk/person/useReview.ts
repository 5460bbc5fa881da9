import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useReducer } from "react";
import type { AskedQuestion, PersonAnswer, RatingGiven, ReviewAccess } from "#/api/deskPerson.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { pageLanguage } from "#/platform/language.ts";
import { findWords } from "./find.ts";
import type { PlayerHandle, Speed } from "./Player.tsx";
import { reelOf, spansOf } from "./spans.ts";
import { inLanguage } from "./translation.ts";

/** One answer at a time. */
interface Step {
  question: AskedQuestion;
  answer: PersonAnswer;
}

interface State {
  /** The step that is shown. */
  index: number;
  /** Whether its answer plays as soon as it is shown. */
  plays: boolean;
  playing: boolean;
  /** The player's time, in seconds. */
  time: number;
  /** The part of the reel that plays; null while it is off. */
  reelAt: number | null;
  speed: Speed;
  captions: boolean;
  /** Whether texts are shown as they were said instead of in the page's language. */
  original: boolean;
  /** Levels that are chosen and not saved, by question. */
  choices: Readonly<Record<string, number>>;
  /** The question whose saved level is being changed. */
  changing: string | null;
  /** What is looked for in the answers, and the place that was jumped to. */
  words: string;
  hitAt: number | null;
  help: boolean;
}

type Event =
  | { type: "opened"; index: number; plays: boolean; time: number }
  | { type: "played"; time: number }
  | { type: "chose"; question: string; level: number }
  | { type: "rated" }
  | { type: "looked for"; words: string }
  | { type: "jumped"; hitAt: number }
  | { type: "set"; to: Partial<Pick<State, "playing" | "reelAt" | "speed" | "captions" | "original" | "changing" | "help">> };

function reduce(state: State, event: Event): State {
  switch (event.type) {
    case "opened":
      return { ...state, index: event.index, plays: event.plays, time: event.time };
    case "played":
      return { ...state, time: event.time };
    case "chose":
      return { ...state, choices: { ...state.choices, [event.question]: event.level } };
    case "rated":
      return { ...state, changing: null };
    case "looked for":
      return { ...state, words: event.words, hitAt: null };
    case "jumped":
      return { ...state, hitAt: event.hitAt, reelAt: null };
    case "set":
      return { ...state, ...event.to };
  }
}

interface Reviewed {
  subject: { id: string; questions: AskedQuestion[] };
  access: ReviewAccess;
  /** Play as soon as the page opens. */
  plays: boolean;
  /** The orders of answers to begin with, if any; else the page begins with what was not rated. */
  unseen?: readonly number[] | undefined;
  active: boolean;
  rates: boolean;
  onRated: (question: AskedQuestion) => Promise<void>;
  next: { label: string; open: () => void } | null;
  player: RefObject<PlayerHandle | null>;
}

/** What the page of a person's answers shows, and what can be done there. Null if there is no answer. */
export function useReview({ subject, access, plays, unseen = [], active, rates, onRated, next, player }: Reviewed) {
  const left = useLeft(subject.id);
  const asked = subject.questions.filter(({ answers }) => answers.length > 0);
  const firstOpen = asked.flatMap(({ answers, own }) => answers.map(() => own === null)).indexOf(true);
  const firstUnseen = asked.flatMap(({ answers }) => answers.map(({ order }) => unseen.includes(order))).indexOf(true);
  const [state, dispatch] = useReducer(reduce, {
    index: Math.max(0, firstUnseen >= 0 ? firstUnseen : firstOpen),
    plays,
    playing: false,
    time: 0,
    reelAt: null,
    speed: 1,
    captions: true,
    original: false,
    choices: {},
    changing: null,
    words: "",
    hitAt: null,
    help: false,
  });
  const set = (to: Extract<Event, { type: "set" }>["to"]) => dispatch({ type: "set", to });
  const saving = useMutation({
    mutationFn: async ({ question, rating }: { question: string; rating: RatingGiven }) => onRated(await access.rate(question, rating)),
    onSuccess: () => dispatch({ type: "rated" }),
  });

  // A sheet over the page: the recording must not go on behind it.
  const covered = !active || state.help;
  useEffect(() => {
    if (covered) player.current?.pause();
  }, [covered, player]);

  const { index, playing, reelAt, hitAt, changing, choices } = state;
  const questions = state.original ? subject.questions : subject.questions.map((one) => inLanguage(one, pageLanguage()));
  const skills = questions.filter(({ answers }) => answers.length > 0);
  const steps = skills.flatMap((question): Step[] => question.answers.map((answer) => ({ question, answer })));
  const step = steps[Math.min(index, steps.length - 1)];
  if (!step) return null;
  const { question, answer } = step;
  const { own } = question;
  const hits = findWords(
    state.words,
    steps.map((one) => one.answer),
  );
  const reel = reelOf(questions);
  const part = reelAt === null ? undefined : reel[reelAt];
  const revealed = own !== null && changing !== question.id;
  /** Of its skill, which is rated after it. */
  const isLast = steps[index + 1]?.question.id !== question.id;
  const choice = choices[question.id] ?? (own && !own.skipped ? (own.level ?? 0) : null);

  const go = (to: number, plays: boolean) => {
    const target = steps[to];
    if (!target) return;
    if (saving.isError) saving.reset();
    dispatch({ type: "opened", index: to, plays, time: left.of(target.answer.order) });
  };
  const open = (order: number, plays: boolean) =>
    go(
      steps.findIndex((one) => one.answer.order === order),
      plays,
    );
  const playFrom = (seconds: number) => player.current?.playFrom(seconds);
  const playPart = (at: number) => {
    const wanted = reel[at];
    set({ reelAt: wanted ? at : null });
    if (!wanted) return;
    if (wanted.answer === answer.order) playFrom(wanted.begin);
    else open(wanted.answer, true);
  };
  const nextAnswer = index < steps.length - 1 ? { label: m.desk_person_next_answer(), onClick: () => go(index + 1, true) } : null;

  return {
    ...state,
    skills,
    steps: { number: index + 1, total: steps.length, texts: steps.some((one) => one.answer.text !== null) },
    question,
    answer,
    hits,
    hit: (hitAt === null ? null : hits[hitAt]) ?? null,
    hasReel: reel.length > 0,
    /** What the score quotes, in the recording. */
    quote: question.machine?.quote ? spansOf(question.machine.quote, answer.passages, answer.duration) : [],
    startAt: part?.answer === answer.order ? part.begin : left.of(answer.order),
    revealed,
    isLast,
    choice,
    busy: saving.isPending,
    error: saving.error && messageOf(saving.error, m.desk_person_not_saved()),
    nextStep: nextAnswer ?? (next && { label: next.label, onClick: next.open }),
    set,
    open,
    /** Opens the next answer, or the one before. */
    move: (by: 1 | -1, plays = playing) => go(index + by, plays),
    openSkill: (id: string) =>
      go(
        steps.findIndex((one) => one.question.id === id),
        playing,
      ),
    playFrom,
    /** Jumps within the answer; the reel ends. */
    seek: (seconds: number) => {
      set({ reelAt: null });
      playFrom(seconds);
    },
    toggleReel: () => (reelAt === null ? playPart(0) : set({ reelAt: null })),
    find: (words: string) => dispatch({ type: "looked for", words }),
    /** Jumps to the next place with the words, or the one before, and plays it. */
    jump: (by: 1 | -1) => {
      const at = hitAt === null ? (by > 0 ? 0 : hits.length - 1) : (hitAt + by + hits.length) % hits.length;
      const to = hits[at];
      if (!to) return;
      dispatch({ type: "jumped", hitAt: at });
      if (to.answer === answer.order) {
        if (to.begin !== null) playFrom(to.begin);
        return;
      }
      if (to.begin !== null) left.set(to.answer, to.begin);
      open(to.answer, true);
    },
    choose: (level: number) => dispatch({ type: "chose", question: question.id, level }),
    chooseByKey: (level: number) => {
      if (!revealed && isLast && rates) dispatch({ type: "chose", question: question.id, level });
    },
    save: (rating: RatingGiven) => {
      if (!saving.isPending) saving.mutate({ question: question.id, rating });
    },
    /** The player's time: the reel goes on with its next part. */
    onTime: (seconds: number) => {
      dispatch({ type: "played", time: seconds });
      left.set(answer.order, seconds);
      if (reelAt === null || part?.answer !== answer.order || seconds < part.end) return;
      if (reelAt + 1 < reel.length) playPart(reelAt + 1);
      else {
        set({ reelAt: null });
        player.current?.toggle();
      }
    },
    onEnded: () => (reelAt === null ? left.set(answer.order, 0) : playPart(reelAt + 1)),
  };
}

export type ReviewView = NonNullable<ReturnType<typeof useReview>>;

/** Where playback of each answer was left, in seconds. It is with the member's data, until the page is loaded again. */
function useLeft(subject: string) {
  const cache = useQueryClient();
  const key = ["desk", "left", subject];
  const all = () => cache.getQueryData<Readonly<Record<number, number>>>(key) ?? {};
  return {
    of: (order: number) => all()[order] ?? 0,
    set: (order: number, seconds: number) => {
      cache.setQueryDefaults(key, { gcTime: Infinity });
      cache.setQueryData(key, { ...all(), [order]: seconds });
    },
  };
}
