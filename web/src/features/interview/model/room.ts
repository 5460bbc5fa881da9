import { createActor } from "xstate";
import type { Act, Emitted } from "./base.ts";
import type { Script } from "./context.ts";
import { interviewMachine } from "./machine.ts";
import type { Interview, InterviewPreferences, Ports } from "./ports.ts";
import { type InterviewView, isUnsafeToLeave, type Snapshot, viewOf } from "./view.ts";

/** The live interview as the screens use it: a store to subscribe to and actions to send. */
export interface Room {
  /** The interview is open, and holds its devices, while there is a subscriber. */
  watch: (changed: () => void) => () => void;
  view: () => InterviewView;
  act: (act: Act) => void;
  preferences: () => InterviewPreferences;
  /** Null before it was loaded. */
  interview: () => Interview | null;
  isUnsafeToLeave: () => boolean;
}

/** Creates a room; `onEvent` receives the interview's events. */
export function createRoom(input: { ports: Ports; script: Script }, onEvent: (event: Emitted) => void): Room {
  let actor = createActor(interviewMachine, { input });
  let seen: { snapshot: Snapshot; view: InterviewView } | undefined;
  return {
    watch(changed) {
      // A stopped actor cannot restart: a later subscriber gets a new one.
      actor = createActor(interviewMachine, { input });
      actor.on("*", onEvent);
      actor.subscribe(changed);
      actor.start();
      return () => void actor.stop();
    },
    view() {
      const snapshot = actor.getSnapshot();
      if (seen?.snapshot !== snapshot) seen = { snapshot, view: viewOf(snapshot) };
      return seen.view;
    },
    interview: () => actor.getSnapshot().context.interview ?? null,
    preferences: () => actor.getSnapshot().context.preferences,
    act: (act) => actor.send(act),
    isUnsafeToLeave: () => isUnsafeToLeave(actor.getSnapshot()),
  };
}
