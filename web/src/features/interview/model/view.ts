/** The view model of the interview: all that the screens know of the machine. */

import type { SnapshotFrom } from "xstate";
import { NO_RESPONSE, type TextState } from "#/api/answers.ts";
import {
  canSpeak,
  type Context,
  interviewOf,
  isHeardLater,
  isToBeHeard,
  kindOf,
  plannedId,
  type Progress,
  isRejoined,
  progressOf,
  questionOf,
  savesItself,
  withWords,
} from "./context.ts";
import { corrected, textStateOf } from "./corrections.ts";
import type { interviewMachine } from "./machine.ts";
import type { BlockReason, Capture, HeardPassage, SpeechUnavailable, Mode, UploadProblem, WritingDelay } from "./ports.ts";

type Whereabouts = "device" | "page" | "saved" | "refused";

/** One planned question in the list of answers, with its follow-ups. */
export interface Item {
  topic: string;
  /**
   * `device`: stored on this device and being sent; `page`: being sent, and stored only while this page is open;
   * `refused`: stored here, but rejected by the server.
   */
  state: "open" | Whereabouts;
  /** Why, if it is `refused`. */
  problem: UploadProblem | null;
  /** Null if nothing of it is being sent. */
  parts: { sent: number; total: number } | null;
  /** Known only for answers of this visit; null if the person wants more time. */
  seconds: number | null;
}

export interface AnsweringView {
  at: "answering";
  progress: Progress;
  question: string;
  /** Null if the person wants more time: then the screen mentions no time. */
  clock: { startedAt: number; expected: number } | null;
  mode: Mode;
  text: string;
  guess: string;
  speechUnavailable: SpeechUnavailable | null;
  /** Whether the server transcribes the answer, so that nothing has to be typed. */
  toBeHeard: boolean;
  /** Whether to offer speaking instead of typing. */
  canSpeak: boolean;
  nudged: boolean;
  recording: boolean;
  /** Whether anything of this answer has been recorded. */
  recorded: boolean;
  capture: Capture | null;
}

export interface CheckingView {
  at: "checking";
  progress: Progress;
  question: string;
  mode: Mode;
  text: string;
  /** Whether the text was empty when the answer ended, and if so, whether the microphone heard nothing. */
  started: "empty" | "silent" | "words";
  recorded: boolean;
  /** Whether the last words and the end of the recording are still arriving. */
  settling: boolean;
  recording: boolean;
  canSave: boolean;
  /** Whether the answer is saved without a press, unless the person touches the text. */
  savesItself: boolean;
  canRetake: boolean;
  /** Whether the recording will be transcribed, unless the person writes the text. */
  toBeHeard: boolean;
}

export interface SavingView {
  at: "saving";
  progress: Progress;
  state: "keeping" | Whereabouts;
  last: boolean;
  items: Item[];
}

/** One answer in the final review. */
export interface SaidView {
  order: number;
  question: string;
  /** Empty if there is no text. */
  text: string;
  state: TextState;
  /** Set if the text is awaited and that takes long. */
  delay: WritingDelay | null;
  /** The language that was spoken; null if it is not known. */
  language: string | null;
  /** The transcript, if the text is still that. */
  passages: readonly HeardPassage[];
}

export type InterviewView =
  | { at: "loading" }
  | { at: "failed" }
  | { at: "elsewhere" }
  | { at: "lobby"; progress: Progress; job: string; rejoined: boolean }
  | { at: "opening"; progress: Progress }
  | { at: "blocked"; progress: Progress; reason: BlockReason; kind: Capture["kind"] }
  | { at: "intro"; progress: Progress; rejoined: boolean; caption: string; speaking: boolean; capture: Capture | null }
  | {
      at: "asking";
      progress: Progress;
      question: string;
      /** A part of the answer was given before the page was reloaded. */
      begun: boolean;
      caption: string;
      speaking: boolean;
      capture: Capture | null;
    }
  | AnsweringView
  | CheckingView
  | SavingView
  | { at: "reviewing"; progress: Progress; said: SaidView[]; finishing: boolean }
  | { at: "completing"; progress: Progress; state: "sending" | "closing" | "failed"; items: Item[] }
  | { at: "done" };

export type Snapshot = SnapshotFrom<typeof interviewMachine>;

export function viewOf(snapshot: Snapshot): InterviewView {
  if (snapshot.matches("failed")) return { at: "failed" };
  if (snapshot.matches("done") || snapshot.matches("left")) return { at: "done" };
  if (snapshot.matches({ room: "elsewhere" })) return { at: "elsewhere" };
  if (snapshot.matches({ room: "completing" })) return completing(snapshot);
  if (snapshot.matches({ room: "reviewing" })) return reviewing(snapshot);
  if (snapshot.matches({ room: { stage: "live" } })) return live(snapshot);
  return snapshot.matches("room") ? before(snapshot) : { at: "loading" };
}

function before(snapshot: Snapshot): InterviewView {
  const { context } = snapshot;
  const progress = progressOf(context);
  if (snapshot.matches({ room: { stage: "opening" } })) return { at: "opening", progress };
  if (snapshot.matches({ room: { stage: "blocked" } })) {
    return { at: "blocked", progress, reason: context.blocked, kind: kindOf(context) };
  }
  return { at: "lobby", progress, job: interviewOf(context).jobTitle, rejoined: isRejoined(context) };
}

function live(snapshot: Snapshot): InterviewView {
  const { context } = snapshot;
  const { capture, caption } = context;
  const progress = progressOf(context);
  const inLive = (state: LiveState) => snapshot.matches({ room: { stage: { live: state } } });
  if (inLive("intro")) {
    return { at: "intro", progress, rejoined: isRejoined(context), caption, speaking: inLive({ intro: "speaking" }), capture };
  }
  if (inLive({ taking: "stopping" })) return checking(context, true);
  if (inLive("taking")) return answering(context);
  if (inLive("checking")) return checking(context, false);
  if (inLive("saving")) return saving(context, inLive({ saving: "keeping" }));
  const { question } = questionOf(context);
  return { at: "asking", progress, question, begun: context.unfinished !== null, caption, speaking: inLive({ asking: "speaking" }), capture };
}

type LiveState = "intro" | "taking" | "checking" | "saving" | { intro: "speaking" } | { asking: "speaking" } | { taking: "stopping" } | { saving: "keeping" };

function answering(context: Context): AnsweringView {
  const { draft, speechUnavailable, capture } = context;
  const { question, expectedDuration } = questionOf(context);
  const { mode, text, guess, recording, take } = draft;
  const { moreTime } = context.preferences;
  const clock = moreTime ? null : { startedAt: draft.startedAt, expected: expectedDuration };
  const nudged = draft.nudged && !moreTime;
  const answer = { mode, text, guess, speechUnavailable, toBeHeard: isHeardLater(context), canSpeak: canSpeak(context), nudged, recording, recorded: take > 0 };
  return { at: "answering", progress: progressOf(context), question, clock, ...answer, capture };
}

function checking(context: Context, settling: boolean): CheckingView {
  const { draft, retakesLeft } = context;
  const { text } = settling ? withWords(draft, draft.guess) : draft;
  const wordless = settling ? text.trim() === "" : draft.wordless;
  return {
    at: "checking",
    progress: progressOf(context),
    question: questionOf(context).question,
    mode: draft.mode,
    text,
    started: !wordless ? "words" : draft.silent ? "silent" : "empty",
    recorded: settling ? draft.take > 0 : draft.segments.length > 0,
    settling,
    recording: draft.recording,
    canSave: text.trim() !== "",
    savesItself: !settling && savesItself(context),
    canRetake: retakesLeft > 0,
    toBeHeard: settling ? interviewOf(context).transcribes && draft.take > 0 : isToBeHeard(context),
  };
}

function saving(context: Context, keeping: boolean): SavingView {
  return {
    at: "saving",
    progress: progressOf(context),
    state: keeping ? "keeping" : stateOf(context, [context.order]),
    last: context.ahead.length === 1,
    items: itemsOf(context),
  };
}

function reviewing(snapshot: Snapshot): InterviewView {
  const { context } = snapshot;
  const said = interviewOf(context).answers.map((answer): SaidView => {
    const { order, questionText: question, responseText } = answer;
    const text = context.corrections[order] ?? responseText;
    const state = textStateOf(context, answer);
    const written = state === "own" ? undefined : context.written[order];
    const { delay = null, language = null, passages = [] } = written ?? {};
    return { order, question, text: text === NO_RESPONSE ? "" : text, state, delay, language, passages };
  });
  const finishing = snapshot.matches({ room: { reviewing: "finishing" } });
  return { at: "reviewing", progress: progressOf(context), said, finishing };
}

function completing(snapshot: Snapshot): InterviewView {
  const { context } = snapshot;
  const inCompleting = (state: "failed" | "closing") => snapshot.matches({ room: { completing: state } });
  const state = inCompleting("failed") ? "failed" : inCompleting("closing") ? "closing" : "sending";
  return { at: "completing", progress: progressOf(context), state, items: itemsOf(context) };
}

/** Whether closing this page now would lose data or stop an upload. */
export function isUnsafeToLeave(snapshot: Snapshot): boolean {
  if (!snapshot.matches("room")) return false;
  const isAnswering = (["taking", "checking"] as const).some((live) => snapshot.matches({ room: { stage: { live } } }));
  const { uploads } = snapshot.context;
  if (corrected(snapshot.context).length > 0) return true;
  return isAnswering || (uploads ?? []).some(({ words, recording }) => words === "waiting" || recording === "waiting");
}

function itemsOf(context: Context): Item[] {
  const { questions, answers } = interviewOf(context);
  return questions.map(({ id, competency: topic }) => {
    const orders = answers.filter(({ questionId }) => plannedId(questionId) === id).map(({ order }) => order);
    const state = orders.length === 0 ? "open" : stateOf(context, orders);
    return { topic, state, problem: problemOf(context, orders), parts: partsOf(context, orders), seconds: secondsOf(context, orders) };
  });
}

/** Returns the worst state of these answers. */
function stateOf({ uploads }: Context, orders: number[]): Whereabouts {
  const unsent = uploads?.filter(({ order }) => orders.includes(order)) ?? [];
  if (unsent.some(({ words, recording }) => words === "refused" || recording === "refused")) return "refused";
  if (unsent.some(({ kept }) => kept === "page")) return "page";
  return unsent.length > 0 ? "device" : "saved";
}

function problemOf({ uploads }: Context, orders: number[]): UploadProblem | null {
  return uploads?.find(({ order, problem }) => problem && orders.includes(order))?.problem ?? null;
}

function partsOf({ uploads }: Context, orders: number[]): Item["parts"] {
  const parts = uploads?.filter(({ order }) => orders.includes(order)).map((upload) => upload.parts) ?? [];
  const total = sum(parts.map((part) => part.total));
  return total === 0 ? null : { sent: sum(parts.map((part) => part.sent)), total };
}

function secondsOf({ seconds, preferences }: Context, orders: number[]): number | null {
  if (preferences.moreTime) return null;
  const known = orders.flatMap((order) => seconds[order] ?? []);
  return known.length === 0 ? null : sum(known);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
