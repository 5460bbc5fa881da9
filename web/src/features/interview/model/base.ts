import { emit, setup } from "xstate";
import * as actors from "./actors.ts";
import * as step from "./context.ts";
import type { Context, Script } from "./context.ts";
import type { InterviewPreferences, Ports } from "./ports.ts";
import * as timing from "./timing.ts";

/** Events triggered by the person. */
export type Act =
  | { type: "START" }
  | { type: "TRY_AGAIN" }
  /** Send what the server did not take. */
  | { type: "TRY_UPLOADS" }
  | { type: "GO_ON_WITHOUT_CAMERA" }
  | { type: "GO_ON_TYPING" }
  | { type: "START_ANSWER" }
  | { type: "ASK_AGAIN" }
  | { type: "COMPLETE_ANSWER" }
  | { type: "TYPE_INSTEAD" }
  | { type: "SPEAK_INSTEAD" }
  | { type: "EDIT"; text: string }
  | { type: "SAVE" }
  /** Do not save the answer automatically. */
  | { type: "WAIT" }
  | { type: "SAVE_WITHOUT_WORDS" }
  | { type: "RECORD_AGAIN" }
  | { type: "NEXT" }
  | { type: "CORRECT"; order: number; text: string }
  /** The text of the transcript is right. */
  | { type: "CONFIRM"; order: number }
  /** In the final review: give an answer again in which nobody was heard. */
  | { type: "ANSWER_AGAIN"; order: number }
  | { type: "KEEP" }
  | { type: "FINISH" }
  | { type: "ADJUST"; preferences: InterviewPreferences }
  | { type: "TAKE_OVER" }
  | { type: "END" };

type News =
  actors.CameraNews | actors.RecorderNews | actors.ListenerNews | actors.SpeakerNews | actors.PresenceNews | actors.WrittenNews | actors.UploadsChanged;

/** Notifications that are independent of the current screen. */
export type Notice =
  | "recording-issue"
  | "sound-only"
  | "answer-kept"
  | "connection-error"
  | "setup-failed"
  | "save-failed"
  | "device-full"
  | "completion-failed"
  | "response-saved"
  | "interview-complete";

export type Emitted = { type: "NOTICE"; notice: Notice } | { type: "CONSENT_NEEDED" } | { type: "LEAVE" };

/** Limit of restarts with nothing recorded in between, so that a broken recorder does not loop forever. */
const MAX_RESTARTS = 3;

/** Shared setup of the machine: everything except its states. */
export const base = setup({
  types: {
    context: {} as Context,
    events: {} as Act | News,
    emitted: {} as Emitted,
    input: {} as { ports: Ports; script: Script },
    children: {} as { camera: "camera"; recorder: "recorder"; listener: "listener" },
  },
  actors,
  actions: {
    notify: emit((_, params: { notice: Notice }) => ({ type: "NOTICE" as const, ...params })),
    keepWords: ({ context }) => {
      const { ports, draft, order, interview } = context;
      if (!interview) return;
      const words = { order, questionId: step.questionOf(context).id, text: draft.text, ...(draft.typed && { typed: true }) };
      ports.queue.keepWords({ interviewId: interview.id, take: draft.take }, words);
    },
    keepPreferences: ({ context: { ports, preferences } }) => ports.preferences.keep(preferences),
    dropTake: ({ context: { ports, draft, interview } }) => {
      if (!interview) return;
      void ports.queue.dropTake({ interviewId: interview.id, take: draft.take });
    },
  },
  delays: {
    firstQuestion: timing.FIRST_QUESTION_DELAY,
    nextQuestion: timing.NEXT_QUESTION_DELAY,
    save: timing.SAVE_DELAY,
    stopAnswer: timing.STOP_ANSWER_DELAY,
    adapt: timing.ADAPT_TIMEOUT,
    completion: timing.COMPLETION_DELAY,
    listening: ({ context }) => {
      const expected = step.questionOf(context).expectedDuration * 1_000 || timing.DEFAULT_EXPECTED;
      return expected + timing.LISTENING_TIMEOUT;
    },
  },
  guards: {
    isReadyToRecord: ({ context }) => context.capture !== null || context.wanted === "none",
    isIntroduced: ({ context }) => context.introduced,
    isAllAnswered: ({ context }) => context.ahead.length === 0,
    isLast: ({ context }) => context.ahead.length === 1,
    isSpoken: ({ context }) => context.draft.mode === "spoken",
    isTyped: ({ context }) => context.draft.mode === "typed",
    canListen: ({ context }) => context.draft.recording && context.speechUnavailable === null,
    canSpeak: ({ context }) => step.canSpeak(context),
    isHeardLater: ({ context }) => step.isHeardLater(context),
    canRestart: ({ context }) => context.draft.restarts < MAX_RESTARTS,
    /** The microphone may still work when the camera is gone. */
    canGoOnBySound: ({ context }) => context.wanted === "video",
    isUnfinished: ({ context }) => context.unfinished !== null,
    isFirstUnsafePiece: ({ context, event }) => event.type === "PIECE_KEPT" && event.where === "page" && !context.warned,
    changesVoice: ({ context, event }) => event.type === "ADJUST" && event.preferences.voice !== context.preferences.voice,
    /** In typing mode all devices are already closed. */
    changesCamera: ({ context, event }) => event.type === "ADJUST" && event.preferences.camera !== context.preferences.camera && context.wanted !== "none",
    canRetake: ({ context }) => context.retakesLeft > 0,
    savesItself: ({ context }) => step.savesItself(context),
    hasWords: ({ context }) => step.hasWords(context),
    hasArrived: ({ context }) => step.hasArrived(context),
    isAllSent: ({ context }) => !step.isWaiting(context),
  },
});
