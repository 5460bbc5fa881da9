import { createActor } from "xstate";
import type { Act, Emitted } from "./base.ts";
import type { Script } from "./context.ts";
import { interviewMachine } from "./machine.ts";
import type { InterviewPreferences, Ports } from "./ports.ts";
import { type InterviewView, isUnsafeToLeave, type Snapshot, viewOf } from "./view.ts";

/** The live interview as a screen uses it: something to watch and to act on. */
export interface Room {
  /** The interview is open, and holds its devices, for as long as somebody watches. */
  watch: (changed: () => void) => () => void;
  view: () => InterviewView;
  act: (act: Act) => void;
  preferences: () => InterviewPreferences;
  /** The interview's id; null before it was loaded. */
  interviewId: () => string | null;
  isUnsafeToLeave: () => boolean;
}

/** Makes a room; `onEvent` hears what the interview has to say to its surroundings. */
export function createRoom(input: { ports: Ports; script: Script }, onEvent: (event: Emitted) => void): Room {
  let actor = createActor(interviewMachine, { input });
  let seen: { snapshot: Snapshot; view: InterviewView } | undefined;
  return {
    watch(changed) {
      // An actor that was stopped can not start again: whoever comes back finds a new one.
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
    interviewId: () => actor.getSnapshot().context.interview?.id ?? null,
    preferences: () => actor.getSnapshot().context.preferences,
    act: (act) => actor.send(act),
    isUnsafeToLeave: () => isUnsafeToLeave(actor.getSnapshot()),
  };
}
