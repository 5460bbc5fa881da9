import { and, assign, emit, sendTo } from "xstate";
import { checking, saving, taking } from "./answer.ts";
import { base } from "./base.ts";
import * as step from "./context.ts";
import * as corrections from "./corrections.ts";
import { interviewOf, kindOf } from "./context.ts";

const loading = base.createStateConfig({
  id: "loading",
  invoke: {
    src: "opened",
    input: ({ context: { ports } }) => ({ ports }),
    onDone: [
      { guard: ({ event }) => event.output === "consent-needed", target: "consentNeeded" },
      {
        target: "room",
        actions: assign(({ event: { output } }) => (output === "consent-needed" ? {} : step.loaded(output))),
      },
    ],
    onError: { target: "failed", actions: { type: "notify", params: { notice: "setup-failed" } } },
  },
});

const opening = base.createStateConfig({
  id: "opening",
  entry: sendTo("camera", ({ context }) => ({ type: "OPEN", kind: kindOf(context) })),
  on: {
    CAPTURE_OPENED: { target: "live", actions: assign(({ event }) => ({ capture: event.capture })) },
    CAPTURE_BLOCKED: { target: "blocked", actions: assign(({ event }) => ({ blocked: event.reason })) },
  },
});

const blocked = base.createStateConfig({
  on: {
    TRY_AGAIN: "opening",
    GO_ON_WITHOUT_CAMERA: { target: "opening", actions: assign({ wanted: "audio" }) },
    GO_ON_TYPING: { target: "live", actions: assign({ wanted: "none" }) },
    END: "#completing",
  },
});

const adjust = [
  base.assign(({ context, event }) => (event.type === "ADJUST" ? step.adjusted(context, event.preferences) : {})),
  { type: "keepPreferences" as const },
];

/** Repeats the current sentence in the newly selected voice. */
const sayAgain = { guard: "changesVoice" as const, target: "speaking", reenter: true, actions: adjust };

/**
 * Moves on to the first question after a spoken introduction; otherwise the person reads at their own pace and taps.
 */
const intro = base.createStateConfig({
  entry: assign({ introduced: true }),
  initial: "speaking",
  on: { NEXT: "asking", END: "#completing" },
  states: {
    speaking: {
      invoke: {
        src: "speaker",
        input: ({ context }) => {
          const { ports, script, preferences } = context;
          return { ports, text: script.intro(interviewOf(context), step.isRejoined(context)), voice: preferences.voice };
        },
      },
      on: {
        SPOKEN: [{ guard: ({ event }) => event.heard, target: "pause" }, { target: "reading" }],
        ADJUST: sayAgain,
      },
    },
    pause: { after: { firstQuestion: "#asking" } },
    reading: { on: { ADJUST: sayAgain } },
  },
});

/** The person may start to answer before the question is fully spoken. */
const asking = base.createStateConfig({
  id: "asking",
  initial: "speaking",
  on: {
    START_ANSWER: [
      {
        guard: and(["isReadyToRecord", "isUnfinished"]),
        target: "taking",
        actions: { type: "notify", params: { notice: "answer-kept" } },
      },
      { guard: "isReadyToRecord", target: "taking" },
      { target: "#opening" },
    ],
    ASK_AGAIN: ".speaking",
    END: "#completing",
  },
  states: {
    speaking: {
      invoke: {
        src: "speaker",
        input: ({ context }) => {
          const { ports, preferences, script } = context;
          const { question } = step.questionOf(context);
          const { more } = step.progressOf(context);
          return { ports, text: more === undefined ? question : script.followUp(question, more), voice: preferences.voice };
        },
      },
      on: { SPOKEN: "waiting", ASK_AGAIN: { target: "speaking", reenter: true }, ADJUST: sayAgain },
    },
    waiting: {},
  },
});

/** During an answer, the recorder continues with the new capture as another segment. */
const changeCamera = [
  ...adjust,
  // Otherwise it would report the closed tracks as a failure, and the devices would be opened a second time.
  base.enqueueActions(({ check, enqueue }) => {
    if (check(({ context }) => context.draft.recording)) enqueue.sendTo("recorder", { type: "PAUSE" });
  }),
  base.sendTo("camera", ({ context }) => ({ type: "OPEN", kind: kindOf(context) })),
];

const live = base.createStateConfig({
  invoke: [
    { src: "wakeLock", input: ({ context: { ports } }) => ({ ports }) },
    {
      src: "recordingOpened",
      input: ({ context }) => ({ ports: context.ports, interviewId: interviewOf(context).id }),
      onError: { actions: { type: "notify", params: { notice: "recording-issue" } } },
    },
  ],
  on: {
    ADJUST: [{ guard: "changesCamera", actions: changeCamera }, { actions: adjust }],
  },
  initial: "entered",
  states: {
    entered: { always: [{ guard: "isIntroduced", target: "asking" }, { target: "intro" }] },
    intro,
    asking,
    taking,
    checking,
    saving,
  },
});

/** The only states in which the camera is open. */
const stage = base.createStateConfig({
  invoke: { src: "camera", id: "camera", input: ({ context: { ports } }) => ({ ports }) },
  exit: assign({ capture: null }),
  on: {
    SENTENCE: { actions: assign(({ event }) => ({ caption: event.text })) },
    CAPTURE_OPENED: { actions: assign(({ event }) => ({ capture: event.capture })) },
    CAPTURE_BLOCKED: { actions: assign({ capture: null }) },
    CAPTURE_LOST: {
      actions: [assign({ capture: null }), { type: "notify", params: { notice: "connection-error" } }],
    },
  },
  initial: "lobby",
  states: {
    lobby: { always: { guard: "isAllAnswered", target: "#reviewing" }, on: { START: "opening" } },
    opening,
    blocked,
    live,
  },
});

function keepingCorrections(target: string) {
  return base.createStateConfig({
    invoke: {
      src: "correctionsKept",
      input: ({ context }) => {
        const corrected = corrections.corrected(context);
        return { ports: context.ports, interviewId: interviewOf(context).id, corrected };
      },
      onDone: { target, actions: assign(({ context, event }) => corrections.correctionsKept(context, event.output)) },
      onError: { target: "reading", actions: { type: "notify", params: { notice: "save-failed" } } },
    },
  });
}

/** The final review: all answers, for the person to correct before anyone reads them. */
const reviewing = base.createStateConfig({
  id: "reviewing",
  invoke: {
    src: "written",
    input: ({ context }) => {
      return { ports: context.ports, interviewId: interviewOf(context).id, orders: corrections.transcribed(context) };
    },
  },
  initial: "reading",
  on: {
    WRITTEN: { actions: assign(({ context, event }) => corrections.writtenDown(context, event.answers)) },
    CORRECT: {
      actions: assign(({ context, event }) => ({
        corrections: { ...context.corrections, [event.order]: event.text },
      })),
    },
    CONFIRM: {
      target: ".keeping",
      reenter: true,
      actions: assign(({ context, event }) => ({ confirming: [...context.confirming, event.order] })),
    },
    ANSWER_AGAIN: { target: "#opening", actions: assign(({ context, event }) => step.answeringAgain(context, event.order)) },
    FINISH: ".finishing",
  },
  states: {
    reading: { on: { KEEP: "keeping" } },
    keeping: keepingCorrections("reading"),
    finishing: { ...keepingCorrections("#completing"), on: { CONFIRM: {}, ANSWER_AGAIN: {}, FINISH: {} } },
  },
});

/** Closes the interview only when nothing of it is still being sent. */
const completing = base.createStateConfig({
  id: "completing",
  initial: "draining",
  states: {
    draining: {
      always: { guard: "isAllSent", target: "closing" },
      on: { TRY_AGAIN: { actions: ({ context: { ports } }) => ports.queue.retry() } },
    },
    closing: {
      invoke: {
        src: "interviewClosed",
        input: ({ context }) => ({ ports: context.ports, interviewId: interviewOf(context).id }),
        onDone: "#done",
        onError: { target: "failed", actions: { type: "notify", params: { notice: "completion-failed" } } },
      },
    },
    failed: { on: { TRY_AGAIN: "draining" } },
  },
});

const room = base.createStateConfig({
  invoke: [
    {
      src: "uploads",
      input: ({ context }) => ({ ports: context.ports, interviewId: interviewOf(context).id }),
    },
    {
      src: "presence",
      input: ({ context }) => {
        const { ports, takeOver } = context;
        return { ports, takeOver, interviewId: interviewOf(context).id };
      },
    },
  ],
  on: {
    UPLOADS: { actions: assign(({ event }) => ({ uploads: event.uploads })) },
    TRY_UPLOADS: { actions: ({ context: { ports } }) => ports.queue.retry() },
    ELSEWHERE: ".elsewhere",
    ADJUST: { actions: adjust },
  },
  initial: "stage",
  states: {
    stage,
    reviewing,
    completing,
    // Reload the interview: the other tab's changes are unknown here.
    elsewhere: { on: { TAKE_OVER: { target: "#loading", actions: assign({ takeOver: true }) } } },
  },
});

/** The live interview's state machine. It controls the sequence; the ports do the work. */
export const interviewMachine = base.createMachine({
  id: "interview",
  context: ({ input }) => step.begin(input),
  initial: "loading",
  states: {
    loading,
    failed: { on: { TRY_AGAIN: "loading" } },
    consentNeeded: { type: "final", entry: emit({ type: "CONSENT_NEEDED" }) },
    room,
    done: {
      id: "done",
      entry: { type: "notify", params: { notice: "interview-complete" } },
      after: { completion: "left" },
    },
    left: { type: "final", entry: emit({ type: "LEAVE" }) },
  },
});
