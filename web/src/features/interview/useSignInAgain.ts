import { useState, useSyncExternalStore } from "react";
import { useSessionEnded } from "#/session/user.ts";
import type { UploadQueue } from "./model/ports.ts";
import type { InterviewView } from "./model/view.ts";

/** States without speech: a postponed sign-in is requested again there. */
const QUIET = new Set<InterviewView["at"]>(["saving", "reviewing", "completing"]);

type SignInState = { state: "none" | "asked" | "put-off"; ask: () => void; putOff: () => void };

/** Whether to ask for a new sign-in: when the session has ended, and after "Not now" again at each pause. */
export function useSignInAgain(queue: Pick<UploadQueue, "watchSession" | "isSignedOut">, view: InterviewView): SignInState {
  const refused = useSyncExternalStore(queue.watchSession, queue.isSignedOut);
  const ended = useSessionEnded();
  const isNeeded = refused || ended;
  /** When it was last postponed; null if it was not. */
  const [putOffAt, setPutOffAt] = useState<string | null>(null);
  const moment = QUIET.has(view.at) ? `${view.at} ${"progress" in view ? view.progress.current : ""}` : "talking";
  if (!isNeeded && putOffAt !== null) setPutOffAt(null);
  const isAsked = putOffAt === null || (moment !== "talking" && moment !== putOffAt);
  return {
    state: !isNeeded ? "none" : isAsked ? "asked" : "put-off",
    ask: () => setPutOffAt(null),
    putOff: () => setPutOffAt(moment),
  };
}
