/** What the interview remembers, and the pure steps that change it. */

import type {
  Answer,
  BlockReason,
  Capture,
  Deafness,
  Delivery,
  Interview,
  Mode,
  Ports,
  Question,
  SavedAnswer,
  Segment,
} from "./ports.ts";

/** What the interviewer says besides the questions. */
export interface Script {
  intro(interview: Interview, rejoined: boolean): string;
}

/** The answer being given. */
export interface Draft {
  mode: Mode;
  text: string;
  /** Words still being recognised. */
  guess: string;
  /** On the clock of the ports. */
  startedAt: number;
  seconds: number;
  /** 0 if nothing is recorded. */
  take: number;
  recording: boolean;
  segments: Segment[];
  /** How often the recorder or the camera had to be started again. */
  restarts: number;
  /** Whether we have asked, since it has become long, if it is done. */
  nudged: boolean;
}

export interface Context {
  ports: Ports;
  script: Script;
  interview: Interview | null;
  /** What the person wants to be recorded with. */
  wanted: Capture["kind"] | "none";
  capture: Capture | null;
  blocked: BlockReason;
  /** Why words are not written down here; null while it works or has not been tried. */
  deaf: Deafness | null;
  /** Which question, from 0. */
  index: number;
  lastTake: number;
  retakesLeft: number;
  /** What the interviewer is saying, or said last. */
  caption: string;
  introduced: boolean;
  draft: Draft;
  /** Duration of the answers given on this visit, by their order, in seconds. */
  seconds: Readonly<Record<number, number>>;
  /** Null until the queue has reported for the first time. */
  delivery: Delivery | null;
}

/** Stored for an answer that the person chose to give without words. */
export const NO_RESPONSE = "(No response provided)";

const RETAKES = 1;

const EMPTY_DRAFT: Draft = {
  mode: "spoken",
  text: "",
  guess: "",
  startedAt: 0,
  seconds: 0,
  take: 0,
  recording: false,
  segments: [],
  restarts: 0,
  nudged: false,
};

export function begin(input: { ports: Ports; script: Script }): Context {
  return {
    ...input,
    interview: null,
    wanted: "video",
    capture: null,
    blocked: "denied",
    deaf: null,
    index: 0,
    lastTake: 0,
    retakesLeft: RETAKES,
    caption: "",
    draft: EMPTY_DRAFT,
    seconds: {},
    delivery: null,
    introduced: false,
  };
}

/** The interview, in all states after it was loaded. */
export function interviewOf({ interview }: Context): Interview {
  if (!interview) throw new Error("The interview has not been loaded.");
  return interview;
}

/** What to open when something is to be recorded. */
export function kindOf({ wanted }: Context): Capture["kind"] {
  return wanted === "audio" ? "audio" : "video";
}

/** The question being asked or answered. */
export function questionOf(context: Context): Question {
  const question = interviewOf(context).questions[context.index];
  if (!question) throw new RangeError(`There is no question ${context.index + 1}.`);
  return question;
}

export function isLast(context: Context): boolean {
  const interview = interviewOf(context);
  return firstOpen(interview, context.index + 1) === interview.questions.length;
}

export function loaded(interview: Interview): Partial<Context> {
  return { interview, index: firstOpen(interview, 0), lastTake: interview.lastTake };
}

/** The first unanswered question from `start` on; the number of questions if there is none. */
function firstOpen({ answers, questions }: Interview, start: number): number {
  const answered = new Set(answers.map(({ order }) => order));
  const open = questions.findIndex((_, index) => index >= start && !answered.has(index + 1));
  return open === -1 ? questions.length : open;
}

export function newDraft(context: Context): Partial<Context> {
  const recording = context.capture !== null;
  const take = recording ? context.lastTake + 1 : 0;
  const mode = recording && context.deaf === null ? "spoken" : "typed";
  const draft = { ...EMPTY_DRAFT, mode, take, recording, startedAt: context.ports.clock.now() } as const;
  return { draft, lastTake: recording ? take : context.lastTake };
}

/** Adds recognised words to what is already there. */
export function withWords(draft: Draft, words: string): Draft {
  return { ...draft, text: [draft.text, words.trim()].filter(Boolean).join(" "), guess: "" };
}

/** The draft when the answer has ended. A guess that was never confirmed is better than a missing end. */
export function ended(context: Context, segments: Segment[]): Draft {
  const draft = withWords(context.draft, context.draft.guess);
  return { ...draft, segments, recording: false };
}

export function hasWords({ draft }: Context): boolean {
  return draft.text.trim() !== "";
}

export function answerOf(context: Context): Answer {
  const { draft } = context;
  const take = draft.segments.length > 0 ? { take: { number: draft.take, segments: draft.segments } } : {};
  return {
    questionText: questionOf(context).question,
    responseText: draft.text.trim(),
    responseOrder: context.index + 1,
    mode: draft.mode,
    durationSeconds: draft.seconds,
    ...take,
  };
}

/** The context after the answer has become safe on this device. */
export function kept(context: Context): Partial<Context> {
  const interview = interviewOf(context);
  const { questionText, responseText, responseOrder: order, take } = answerOf(context);
  const answer: SavedAnswer = { order, questionText, responseText };
  const parcel = {
    order,
    words: "waiting",
    recording: take ? "waiting" : "none",
    parts: { sent: 0, total: take?.segments.reduce((sum, { count }) => sum + count, 0) ?? 0 },
  } as const;
  return {
    interview: { ...interview, answers: [...interview.answers, answer] },
    seconds: { ...context.seconds, [order]: context.draft.seconds },
    // The queue will report the same in a moment; until then the answer must not look as if it had arrived.
    delivery: [...(context.delivery ?? []).filter((other) => other.order !== order), parcel],
  };
}

/** The question after this one, replaced by the interviewer's own wording. */
export function adapted(context: Context, question: Question): Partial<Context> {
  const interview = interviewOf(context);
  const questions = interview.questions.map((planned, index) => (index === context.index + 1 ? question : planned));
  return { interview: { ...interview, questions } };
}

export function next(context: Context): Partial<Context> {
  return { index: firstOpen(interviewOf(context), context.index + 1), retakesLeft: RETAKES };
}

/** Whether the server has acknowledged this answer wholly. */
export function hasArrived({ delivery, index }: Context): boolean {
  return delivery !== null && !delivery.some(({ order }) => order === index + 1);
}

export function isWaiting({ delivery }: Context): boolean {
  return delivery?.some(({ words, recording }) => words === "waiting" || recording === "waiting") ?? true;
}
