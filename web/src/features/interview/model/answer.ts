/** The states of one answer: given, reviewed, stored on this device, acknowledged by the server. */

import { assign, sendTo } from "xstate";
import { NO_RESPONSE } from "#/api/answers.ts";
import { base } from "./base.ts";
import * as step from "./context.ts";
import { interviewOf, kindOf } from "./context.ts";

const answering = base.createStateConfig({
  after: {
    listening: { actions: assign(({ context: { draft } }) => ({ draft: { ...draft, nudged: true } })) },
  },
  on: {
    EDIT: {
      guard: "isTyped",
      actions: [assign(({ context: { draft }, event }) => ({ draft: { ...draft, text: event.text, typed: true } })), "keepWords"],
    },
    TYPE_INSTEAD: {
      guard: "isSpoken",
      actions: [
        sendTo("listener", { type: "STOP" }),
        assign(({ context: { draft } }) => ({ draft: { ...step.withWords(draft, draft.guess), mode: "typed" } })),
      ],
    },
    SPEAK_INSTEAD: [
      {
        guard: "canListen",
        actions: [sendTo("listener", { type: "LISTEN" }), assign(({ context: { draft } }) => ({ draft: { ...draft, mode: "spoken" } }))],
      },
      { guard: "canSpeak", actions: assign(({ context: { draft } }) => ({ draft: { ...draft, mode: "spoken" } })) },
    ],
    COMPLETE_ANSWER: {
      target: "stopping",
      actions: assign(({ context: { draft, ports } }) => ({
        draft: { ...draft, seconds: Math.round((ports.clock.now() - draft.startedAt) / 1_000) },
      })),
    },
  },
});

const wait = base.assign(({ context: { draft } }) => ({ draft: { ...draft, waits: true } }));

const corrected = [
  base.assign(({ context: { draft }, event }) => (event.type === "EDIT" ? { draft: { ...draft, text: event.text, waits: true } } : {})),
  { type: "keepWords" as const },
];

/** The review screen already shows the answer while the last words and the end of the recording still arrive. */
const stopping = base.createStateConfig({
  on: {
    WAIT: { actions: wait },
    EDIT: { actions: corrected },
  },
  entry: sendTo("listener", { type: "STOP" }),
  initial: "tail",
  states: {
    tail: {
      always: { guard: ({ context }) => !context.draft.recording, target: "closing" },
      after: { stopAnswer: "closing" },
    },
    closing: {
      entry: sendTo("recorder", { type: "STOP" }),
      on: {
        RECORDED: {
          target: "closed",
          actions: [assign(({ context, event }) => ({ draft: step.ended(context, event.segments) })), "keepWords"],
        },
      },
    },
    closed: { always: "#checking" },
  },
});

/** The recorder must not treat its closing tracks as a failure: the devices would be opened a second time. */
const restart = [
  base.sendTo("recorder", { type: "PAUSE" }),
  base.assign(({ context: { draft } }) => ({
    draft: { ...draft, recording: false, restarts: draft.restarts + 1 },
  })),
  base.sendTo("camera", ({ context }) => ({ type: "OPEN", kind: kindOf(context) })),
];

/** The rest of the interview is recorded without a picture, unless the person turns the camera on again. */
const goOnBySound = [
  base.assign(() => ({ wanted: "audio" as const })),
  base.sendTo("camera", () => ({ type: "OPEN" as const, kind: "audio" as const })),
  base.emit({ type: "NOTICE", notice: "sound-only" }),
];

/** Any recorded data proves that the recorder works again. */
const pieceKept = [
  {
    guard: "isFirstUnsafePiece" as const,
    actions: [
      base.assign(({ context: { draft } }) => ({ warned: true, draft: { ...draft, restarts: 0 } })),
      base.emit({ type: "NOTICE", notice: "device-full" }),
    ],
  },
  { actions: base.assign(({ context: { draft } }) => ({ draft: { ...draft, restarts: 0 } })) },
];

/** The answer continues without a recording, and the screen says so. */
const stopRecording = [
  base.assign(({ context }) => ({ capture: null, draft: step.unrecorded(context) })),
  base.emit({ type: "NOTICE", notice: "recording-issue" }),
];

/** The recorder outlives `answering` and hands over its take in `stopping`. */
export const taking = base.createStateConfig({
  id: "taking",
  entry: [assign(({ context }) => step.newDraft(context)), "keepWords"],
  invoke: [
    {
      src: "recorder",
      id: "recorder",
      input: ({ context }) => {
        const { ports, capture, draft } = context;
        const firstSegment = (draft.segments.at(-1)?.segment ?? -1) + 1;
        const take = { interviewId: interviewOf(context).id, take: draft.take };
        return { ports, capture, take, firstSegment };
      },
    },
    {
      src: "listener",
      id: "listener",
      input: ({ context: { ports, capture, draft, speechUnavailable } }) => {
        return { ports, capture, on: draft.mode === "spoken" && speechUnavailable === null };
      },
    },
  ],
  on: {
    WORDS: {
      guard: "isSpoken",
      actions: [assign(({ context: { draft }, event }) => ({ draft: step.withWords(draft, event.text) })), "keepWords"],
    },
    GUESS: {
      guard: "isSpoken",
      actions: assign(({ context: { draft }, event }) => ({ draft: { ...draft, guess: event.text } })),
    },
    // The server transcribes the recording; otherwise typing is offered at once, and the recording continues.
    DEAF: [
      { guard: "isHeardLater", actions: assign(({ event }) => ({ speechUnavailable: event.reason })) },
      {
        actions: assign(({ context: { draft }, event }) => ({
          speechUnavailable: event.reason,
          draft: { ...step.withWords(draft, draft.guess), mode: "typed" },
        })),
      },
    ],
    RECORDER_BROKEN: [{ guard: "canRestart", actions: restart }, { actions: stopRecording }],
    CAPTURE_LOST: [{ guard: "canRestart", actions: restart }, { actions: stopRecording }],
    CAPTURE_OPENED: {
      actions: [
        sendTo("recorder", ({ event }) => ({ type: "CONTINUE", capture: event.capture })),
        assign(({ context: { draft }, event }) => ({
          capture: event.capture,
          draft: { ...draft, recording: draft.take > 0 },
        })),
      ],
    },
    CAPTURE_BLOCKED: [{ guard: "canGoOnBySound", actions: goOnBySound }, { actions: stopRecording }],
    PIECE_KEPT: pieceKept,
    END: { target: "#completing", actions: "dropTake" },
  },
  initial: "answering",
  states: { answering, stopping },
});

const orWithoutWords = base.assign(({ context: { draft } }) => ({
  draft: { ...draft, text: draft.text.trim() || NO_RESPONSE, mode: draft.take > 0 ? "spoken" : draft.mode },
}));

/** A spoken answer is saved automatically, unless the person touches it: all answers can be corrected at the end. */
export const checking = base.createStateConfig({
  id: "checking",
  on: {
    WAIT: { actions: wait },
    EDIT: { actions: corrected },
    SAVE: { guard: "hasWords", target: "saving" },
    SAVE_WITHOUT_WORDS: { target: "saving", actions: orWithoutWords },
    RECORD_AGAIN: {
      guard: "canRetake",
      target: "taking",
      actions: ["dropTake", assign(({ context }) => ({ retakesLeft: context.retakesLeft - 1 }))],
    },
    END: { target: "#completing", actions: "dropTake" },
  },
  after: {
    save: { guard: "savesItself", target: "saving", actions: orWithoutWords },
  },
});

const keeping = base.createStateConfig({
  invoke: {
    src: "answerKept",
    input: ({ context }) => ({
      ports: context.ports,
      interviewId: interviewOf(context).id,
      answer: step.answerOf(context),
    }),
    onDone: { target: "kept", actions: assign(({ context, event }) => step.kept(context, event.output)) },
    onError: {
      target: "#checking",
      actions: [assign(({ context: { draft } }) => ({ draft: { ...draft, waits: true } })), { type: "notify", params: { notice: "save-failed" } }],
    },
  },
});

/** In parallel: the answer is uploaded, and the next question is adapted to it. */
const kept = base.createStateConfig({
  type: "parallel",
  on: { NEXT: "over", END: "#completing" },
  onDone: "over",
  states: {
    answer: {
      initial: "sending",
      states: {
        sending: { always: { guard: "hasArrived", target: "saved" } },
        saved: {
          entry: { type: "notify", params: { notice: "response-saved" } },
          after: { nextQuestion: "rested" },
        },
        rested: { type: "final" },
      },
    },
    question: {
      initial: "adapting",
      states: {
        adapting: {
          invoke: {
            src: "questionAdapted",
            input: ({ context }) => {
              const { ports, ahead } = context;
              return { ports, interview: interviewOf(context), remaining: ahead.slice(1) };
            },
            onDone: {
              target: "ready",
              actions: assign(({ context, event }) => (event.output ? step.adapted(context, event.output) : {})),
            },
          },
          after: { adapt: "ready" },
        },
        ready: { type: "final" },
      },
    },
  },
});

export const saving = base.createStateConfig({
  id: "saving",
  initial: "keeping",
  states: {
    keeping,
    kept,
    over: {
      always: [
        { guard: "isLast", target: "#reviewing" },
        { target: "#asking", actions: assign(({ context }) => step.next(context)) },
      ],
    },
  },
});
