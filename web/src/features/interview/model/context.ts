/** The machine's context and the pure functions that update it. */

import { NO_RESPONSE } from "#/api/answers.ts";
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
  VOICE,
  type WrittenAnswer,
} from "./ports.ts";
import { topicOf } from "./topic.ts";

/** Texts of the interviewer besides the questions. */
export interface Script {
  /** Includes a welcome back for a person who has answered before. */
  intro(interview: Interview, rejoined: boolean): string;
  /** A follow-up question, which the voice announces as one. `topic` is what the question before it was about. */
  followUp(question: string, topic: string): string;
}

/** The answer in progress. */
export interface Draft {
  mode: Mode;
  text: string;
  /** Interim recognition results. */
  guess: string;
  /** On the clock of the ports. */
  startedAt: number;
  seconds: number;
  /** 0 if nothing is recorded. */
  take: number;
  recording: boolean;
  segments: Segment[];
  /** The recognized text before any correction. */
  heard: string;
  /** Whether the text was empty when the answer ended. */
  wordless: boolean;
  /** Whether the microphone heard nothing, as far as it was measured. */
  silent: boolean;
  /** Restarts of the recorder or camera since something was last recorded. */
  restarts: number;
  /** Whether the person typed any of the text. */
  typed: boolean;
  /** Whether the person wants to save the answer in their own time. */
  waits: boolean;
  /** Whether a long answer has already triggered the question if it is done. */
  nudged: boolean;
}

export interface Context {
  ports: Ports;
  script: Script;
  interview: Interview | null;
  /** Whether to take the interview over from another tab. */
  takeOver: boolean;
  /** The requested recording devices. */
  wanted: Capture["kind"] | "none";
  preferences: InterviewPreferences;
  capture: Capture | null;
  blocked: BlockReason;
  /** Why speech recognition is unavailable; null while it works or is untested. */
  speechUnavailable: SpeechUnavailable | null;
  /** The remaining questions: the first one is being asked or answered. */
  ahead: Question[];
  /** The partial answer to the first remaining question, from before the page was closed. */
  unfinished: Unfinished | null;
  /** The number of the answer in progress, from 1. */
  order: number;
  lastTake: number;
  retakesLeft: number;
  /** What the interviewer says now, or said last. */
  caption: string;
  introduced: boolean;
  draft: Draft;
  /** Corrections from the final review that are not stored yet, by answer number. */
  corrections: Readonly<Record<number, string>>;
  /** What the server has written down of spoken answers, by number. */
  written: Readonly<Record<number, WrittenAnswer>>;
  /** The answers whose text the person has just confirmed, not stored yet and stored, by number. */
  confirming: readonly number[];
  confirmed: readonly number[];
  /** Durations of the answers of this visit, by number, in seconds. */
  seconds: Readonly<Record<number, number>>;
  /** Whether the notice about full device storage was shown. */
  warned: boolean;
  /** Null until the queue's first report. */
  uploads: UploadStatuses | null;
}

/** The server's limit; a truncated answer is better than a rejected one. */
export const MAX_TEXT = 20_000;
const MAX_SECONDS = 86_400;

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
  silent: false,
  restarts: 0,
  typed: false,
  waits: false,
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
    written: {},
    confirming: [],
    confirmed: [],
    seconds: {},
    warned: false,
    uploads: null,
    introduced: false,
  };
}

/** The preferences to use from now on. */
export function adjusted({ wanted }: Context, preferences: InterviewPreferences): Partial<Context> {
  return { preferences, wanted: wanted === "none" ? "none" : preferences.camera ? "video" : "audio" };
}

/** The interview, in all states after it was loaded. */
export function interviewOf({ interview }: Context): Interview {
  if (!interview) throw new Error("The interview has not been loaded.");
  return interview;
}

/** The devices to open when recording starts. */
export function kindOf({ wanted }: Context): Capture["kind"] {
  return wanted === "audio" ? "audio" : "video";
}

/** The question being asked or answered. */
export function questionOf({ ahead: [question] }: Context): Question {
  if (!question) throw new RangeError("Every question has been answered.");
  return question;
}

/** Returns the ID of the planned question that a question or follow-up belongs to. */
export function plannedId(questionId: string): string {
  return questionId.endsWith(FOLLOW_UP) ? questionId.slice(0, -FOLLOW_UP.length) : questionId;
}

export interface Progress {
  /** From 1. */
  current: number;
  total: number;
  /** The topic of a follow-up; absent for a planned question. */
  more?: string;
}

/** Whether the person has answered before, in full or in part. */
export function isRejoined(context: Context): boolean {
  return interviewOf(context).answers.length > 0 || context.unfinished !== null;
}

/** Follow-ups share the number of their planned question. */
export function progressOf(context: Context): Progress {
  const { questions } = interviewOf(context);
  const [question] = context.ahead;
  const at = questions.findIndex(({ id }) => question && id === plannedId(question.id));
  const isFollowUp = question !== undefined && plannedId(question.id) !== question.id;
  return {
    current: at === -1 ? questions.length : at + 1,
    total: questions.length,
    ...(isFollowUp && { more: topicOf(questions[at]?.competency ?? question.competency) }),
  };
}

interface Loaded {
  interview: Interview;
  unfinished: Unfinished | null;
}

export function loaded({ interview, unfinished }: Loaded): Partial<Context> {
  const answered = new Set(interview.answers.map(({ questionId }) => questionId));
  const planned = interview.questions.filter(({ id }) => !answered.has(id));
  const followUp = interview.followUp && !answered.has(interview.followUp.id) ? [interview.followUp] : [];
  const ahead = [...followUp, ...planned];
  const order = Math.max(0, ...interview.answers.map((answer) => answer.order)) + 1;
  const goesOn = unfinished?.order === order && unfinished.questionId === ahead[0]?.id;
  return { interview, ahead, order, lastTake: interview.lastTake, unfinished: goesOn ? unfinished : null };
}

export function newDraft(context: Context): Partial<Context> {
  const { unfinished, lastTake } = context;
  const recording = context.capture !== null;
  const take = unfinished?.take || (recording ? lastTake + 1 : 0);
  const mode = recording && (context.speechUnavailable === null || interviewOf(context).transcribes) ? "spoken" : "typed";
  const begun = { text: unfinished?.text ?? "", typed: unfinished?.typed ?? false, segments: unfinished?.segments ?? [] };
  const startedAt = context.ports.clock.now();
  context.capture?.loudest(); // From here on.
  const draft = { ...EMPTY_DRAFT, mode, take, recording, ...begun, startedAt } as const;
  return { draft, lastTake: Math.max(lastTake, take), unfinished: null };
}

/** Whether the server hears the spoken answer in any case: it transcribes the recording. */
export function isHeardLater(context: Context): boolean {
  return interviewOf(context).transcribes && context.draft.recording;
}

/** Whether an answer can be spoken: the server transcribes the recording, or the browser recognizes speech. */
export function canSpeak(context: Context): boolean {
  return isHeardLater(context) || (context.draft.recording && context.speechUnavailable === null);
}

/** Returns the draft when recording has failed. Without recognition, nothing could hear the rest of the answer. */
export function unrecorded({ draft, speechUnavailable }: Context): Draft {
  return { ...draft, recording: false, mode: speechUnavailable ? "typed" : draft.mode };
}

/** Appends recognized words to the draft. */
export function withWords(draft: Draft, words: string): Draft {
  return { ...draft, text: [draft.text, words.trim()].filter(Boolean).join(" "), guess: "" };
}

/** Returns the draft at the end of the answer. An unconfirmed guess is better than a missing end. */
export function ended(context: Context, segments: Segment[]): Draft {
  const given = withWords(context.draft, context.draft.guess);
  // Opening the text field without typing in it changes nothing: the answer was spoken.
  const isSpoken = interviewOf(context).transcribes && given.take > 0 && !given.typed;
  const draft = isSpoken ? { ...given, mode: "spoken" as const } : given;
  const heard = draft.mode === "spoken" ? draft.text.trim().slice(0, MAX_TEXT) : "";
  const wordless = draft.text.trim() === "";
  // A part before the camera was lost, or the page reloaded, was not measured.
  const silent = wordless && draft.segments.length === 0 && (context.capture?.loudest() ?? 1) < VOICE;
  return { ...draft, segments: [...draft.segments, ...segments], recording: false, heard, wordless, silent };
}

export function hasWords({ draft }: Context): boolean {
  return draft.text.trim() !== "";
}

export function answerOf(context: Context): Answer {
  const { draft, order: responseOrder } = context;
  const { id: questionId, question: questionText } = questionOf(context);
  const take = draft.segments.length > 0 ? { take: { number: draft.take, segments: draft.segments } } : {};
  const responseText = draft.text.trim().slice(0, MAX_TEXT);
  const isEdited = draft.heard !== "" && draft.heard !== responseText;
  // A transcript must not replace what the person wrote.
  const isWritten = responseText !== NO_RESPONSE && !isEdited && (draft.typed || draft.heard === "");
  return {
    questionId,
    questionText,
    responseText,
    ...(isEdited && { originalText: draft.heard }),
    responseOrder,
    mode: isWritten ? "typed" : draft.mode,
    durationSeconds: Math.min(draft.seconds, MAX_SECONDS),
    ...take,
  };
}

/** Returns an answer as the interview keeps it. */
export function savedAnswer({ responseOrder: order, questionId, questionText, responseText, originalText, mode, take }: Answer): SavedAnswer {
  const isSpoken = mode === "spoken" && originalText === undefined;
  return { order, questionId, questionText, responseText, ...(isSpoken && take && { spokenTake: take.number }) };
}

/** Returns the context after the answer is stored on this device. */
export function kept(context: Context, where: Kept): Partial<Context> {
  const interview = interviewOf(context);
  const given = answerOf(context);
  const { responseOrder: order, take } = given;
  const saved = { ...savedAnswer(given), ...(context.draft.silent && { silent: true }) };
  const upload = {
    order,
    words: "waiting",
    recording: take ? "waiting" : "none",
    parts: { sent: 0, total: take?.segments.reduce((sum, { count }) => sum + count, 0) ?? 0 },
    kept: where,
  } as const;
  return {
    interview: {
      ...interview,
      answers: [...interview.answers.filter((one) => one.order !== order), saved].sort((one, other) => one.order - other.order),
    },
    corrections: without(context.corrections, order),
    written: without(context.written, order),
    seconds: { ...context.seconds, [order]: context.draft.seconds },
    // The queue will report the same in a moment; until then the answer must not look as if it had arrived.
    uploads: [...(context.uploads ?? []).filter((other) => other.order !== order), upload],
  };
}

function without<T>(byOrder: Readonly<Record<number, T>>, order: number): Record<number, T> {
  return Object.fromEntries(Object.entries(byOrder).filter(([key]) => Number(key) !== order));
}

/** Asks the question of a given answer again. The new answer replaces it. */
export function answeringAgain(context: Context, order: number): Partial<Context> {
  const { answers, questions } = interviewOf(context);
  const given = answers.find((one) => one.order === order);
  const planned = questions.find(({ id }) => given && id === plannedId(given.questionId));
  if (!given || !planned) return {};
  return { ahead: [{ ...planned, id: given.questionId, question: given.questionText }], order, retakesLeft: RETAKES, introduced: true };
}

/** Whether the answer just given will be transcribed from its recording, unless the person writes its text. */
export function isToBeHeard(context: Context): boolean {
  return interviewOf(context).transcribes && context.draft.segments.length > 0;
}

/**
 * Returns the remaining questions when the interviewer asks `question` next: reworded if planned, else inserted first.
 */
export function adapted({ ahead: [answered, ...rest] }: Context, question: Question): Partial<Context> {
  const others = rest.filter(({ id }) => id !== question.id);
  return { ahead: answered ? [answered, question, ...others] : [question, ...others] };
}

export function next(context: Context): Partial<Context> {
  const last = Math.max(context.order, ...interviewOf(context).answers.map(({ order }) => order));
  return { ahead: context.ahead.slice(1), order: last + 1, retakesLeft: RETAKES };
}

/** Whether the answer may be saved without a press: it was spoken, and nobody is correcting it. */
export function savesItself(context: Context): boolean {
  const { mode, waits } = context.draft;
  return mode === "spoken" && !waits && !context.preferences.moreTime && (hasWords(context) || isToBeHeard(context));
}

/** Whether the server has fully acknowledged the answer just given. */
export function hasArrived({ uploads, order }: Context): boolean {
  return uploads !== null && !uploads.some((upload) => upload.order === order);
}

export function isWaiting({ uploads }: Context): boolean {
  return uploads?.some(({ words, recording }) => words === "waiting" || recording === "waiting") ?? true;
}
