/** What the interview remembers, and the pure steps that change it. */

import {
  type Answer,
  type BlockReason,
  type Capture,
  type InterviewPreferences,
  type SpeechUnavailable,
  type UploadStatuses,
  FOLLOW_UP,
  type Interview,
  type Kept,
  type Mode,
  type Ports,
  type Question,
  type SavedAnswer,
  type Segment,
  type Unfinished,
} from "./ports.ts";

/** What the interviewer says besides the questions. */
export interface Script {
  /** Also welcomes back somebody who has answered before. */
  intro(interview: Interview): string;
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
  /** The words that were recognised, before the person puts them right. */
  heard: string;
  /** Whether there were no words when the answer ended. */
  wordless: boolean;
  /** How often the recorder or the camera had to be started again since something was recorded. */
  restarts: number;
  /** Whether we have asked, since it has become long, if it is done. */
  nudged: boolean;
}

export interface Context {
  ports: Ports;
  script: Script;
  interview: Interview | null;
  /** Whether the person wants it here although another tab has it. */
  takeOver: boolean;
  /** What the person wants to be recorded with. */
  wanted: Capture["kind"] | "none";
  preferences: InterviewPreferences;
  capture: Capture | null;
  blocked: BlockReason;
  /** Why words are not written down here; null while it works or has not been tried. */
  speechUnavailable: SpeechUnavailable | null;
  /** The questions still to be answered: the first one is being asked or answered. */
  ahead: Question[];
  /** The answer to the first question ahead, as far as it was given before its page went away. */
  unfinished: Unfinished | null;
  /** The running number of the answer being given, from 1. */
  order: number;
  lastTake: number;
  retakesLeft: number;
  /** What the interviewer is saying, or said last. */
  caption: string;
  introduced: boolean;
  draft: Draft;
  /** Words put right on the last look at the answers and not kept yet, by their order. */
  corrections: Readonly<Record<number, string>>;
  /** The answers, by their order, whose words are being written down. */
  awaited: readonly number[];
  /** Duration of the answers given on this visit, by their order, in seconds. */
  seconds: Readonly<Record<number, number>>;
  /** Whether the person knows that this device has no room left. */
  warned: boolean;
  /** Null until the queue has reported for the first time. */
  uploads: UploadStatuses | null;
}

/** Stored for an answer that the person chose to give without words. */
export const NO_RESPONSE = "(No response provided)";

/** The server takes no longer answers: a cut one is better than a refused one. */
export const LONGEST_TEXT = 20_000;
const LONGEST_SECONDS = 86_400;

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
  heard: "",
  wordless: false,
  restarts: 0,
  nudged: false,
};

export function begin(input: { ports: Ports; script: Script }): Context {
  const preferences = input.ports.preferences.load();
  return {
    ...input,
    preferences,
    interview: null,
    takeOver: false,
    wanted: preferences.camera ? "video" : "audio",
    capture: null,
    blocked: "denied",
    speechUnavailable: null,
    ahead: [],
    unfinished: null,
    order: 1,
    lastTake: 0,
    retakesLeft: RETAKES,
    caption: "",
    draft: EMPTY_DRAFT,
    corrections: {},
    awaited: [],
    seconds: {},
    warned: false,
    uploads: null,
    introduced: false,
  };
}

/** What the person finds easier from now on. */
export function adjusted({ wanted }: Context, preferences: InterviewPreferences): Partial<Context> {
  return { preferences, wanted: wanted === "none" ? "none" : preferences.camera ? "video" : "audio" };
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
export function questionOf({ ahead: [question] }: Context): Question {
  if (!question) throw new RangeError("Every question has been answered.");
  return question;
}

/** The id of the planned question that a question or its follow-up belongs to. */
export function plannedId(questionId: string): string {
  return questionId.endsWith(FOLLOW_UP) ? questionId.slice(0, -FOLLOW_UP.length) : questionId;
}

interface Loaded {
  interview: Interview;
  unfinished: Unfinished | null;
}

export function loaded({ interview, unfinished }: Loaded): Partial<Context> {
  const answered = new Set(interview.answers.map(({ questionId }) => questionId));
  const ahead = interview.questions.filter(({ id }) => !answered.has(id));
  const order = Math.max(0, ...interview.answers.map((answer) => answer.order)) + 1;
  const goesOn = unfinished?.order === order && unfinished.questionId === ahead[0]?.id;
  return { interview, ahead, order, lastTake: interview.lastTake, unfinished: goesOn ? unfinished : null };
}

export function newDraft(context: Context): Partial<Context> {
  const { unfinished, lastTake } = context;
  const recording = context.capture !== null;
  const take = unfinished?.take || (recording ? lastTake + 1 : 0);
  const mode = recording && (context.speechUnavailable === null || interviewOf(context).transcribes) ? "spoken" : "typed";
  const begun = { text: unfinished?.text ?? "", segments: unfinished?.segments ?? [] };
  const startedAt = context.ports.clock.now();
  const draft = { ...EMPTY_DRAFT, mode, take, recording, ...begun, startedAt } as const;
  return { draft, lastTake: Math.max(lastTake, take), unfinished: null };
}

/** Whether what is being said is written down later, from the recording. */
export function isHeardLater(context: Context): boolean {
  const { draft } = context;
  return interviewOf(context).transcribes && draft.recording && !hasWords(context) && draft.guess === "";
}

/** Whether an answer can be spoken: its words are recognised now, or written down later, where there are no others. */
export function canSpeak(context: Context): boolean {
  return isHeardLater(context) || (context.draft.recording && context.speechUnavailable === null);
}

/** Adds recognised words to what is already there. */
export function withWords(draft: Draft, words: string): Draft {
  return { ...draft, text: [draft.text, words.trim()].filter(Boolean).join(" "), guess: "" };
}

/** The draft when the answer has ended. A guess that was never confirmed is better than a missing end. */
export function ended(context: Context, segments: Segment[]): Draft {
  const draft = withWords(context.draft, context.draft.guess);
  const heard = draft.mode === "spoken" ? draft.text.trim().slice(0, LONGEST_TEXT) : "";
  const wordless = draft.text.trim() === "";
  return { ...draft, segments: [...draft.segments, ...segments], recording: false, heard, wordless };
}

export function hasWords({ draft }: Context): boolean {
  return draft.text.trim() !== "";
}

export function answerOf(context: Context): Answer {
  const { draft, order: responseOrder } = context;
  const { id: questionId, question: questionText } = questionOf(context);
  const take = draft.segments.length > 0 ? { take: { number: draft.take, segments: draft.segments } } : {};
  const responseText = draft.text.trim().slice(0, LONGEST_TEXT);
  return {
    questionId,
    questionText,
    responseText,
    ...(draft.heard && draft.heard !== responseText && { originalText: draft.heard }),
    responseOrder,
    mode: draft.mode,
    durationSeconds: Math.min(draft.seconds, LONGEST_SECONDS),
    ...take,
  };
}

/** The context after the answer has become safe here. */
export function kept(context: Context, where: Kept): Partial<Context> {
  const interview = interviewOf(context);
  const { questionId, questionText, responseText, responseOrder: order, take } = answerOf(context);
  const answer: SavedAnswer = { order, questionId, questionText, responseText };
  const upload = {
    order,
    words: "waiting",
    recording: take ? "waiting" : "none",
    parts: { sent: 0, total: take?.segments.reduce((sum, { count }) => sum + count, 0) ?? 0 },
    kept: where,
  } as const;
  return {
    interview: { ...interview, answers: [...interview.answers, answer] },
    seconds: { ...context.seconds, [order]: context.draft.seconds },
    // The queue will report the same in a moment; until then the answer must not look as if it had arrived.
    uploads: [...(context.uploads ?? []).filter((other) => other.order !== order), upload],
  };
}

/** Whether the recording of the answer just given will be listened to for its words, if it is saved without any. */
export function isToBeHeard(context: Context): boolean {
  return interviewOf(context).transcribes && context.draft.segments.length > 0;
}

/** What is ahead when the interviewer wants to ask `question` next: reworded if it was planned, else on top. */
export function adapted({ ahead: [answered, ...rest] }: Context, question: Question): Partial<Context> {
  const others = rest.filter(({ id }) => id !== question.id);
  return { ahead: answered ? [answered, question, ...others] : [question, ...others] };
}

export function next({ ahead, order }: Context): Partial<Context> {
  return { ahead: ahead.slice(1), order: order + 1, retakesLeft: RETAKES };
}

/** Whether the server has acknowledged the answer just given wholly. */
export function hasArrived({ uploads, order }: Context): boolean {
  return uploads !== null && !uploads.some((upload) => upload.order === order);
}

export function isWaiting({ uploads }: Context): boolean {
  return uploads?.some(({ words, recording }) => words === "waiting" || recording === "waiting") ?? true;
}
