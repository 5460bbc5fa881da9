import { useEffect, useReducer } from "react";
import { useDraft } from "#/session/drafts.ts";
import { m } from "#/messages.gen/messages.js";
import { useHydrated } from "#/platform/hydration.ts";
import { useReducedMotion } from "#/platform/motion.ts";
import { readItem, writeItem } from "#/platform/storage.ts";
import { type Composer, type ComposerAction, composerReducer, EMPTY, TICK_MS } from "./composer.ts";

interface ComposerHandle {
  composer: Composer;
  dispatch: (action: ComposerAction) => void;
  /** Deletes the draft on this device once it is on the server. */
  dropDraft: () => void;
}

/**
 * The composer state, with the typing demo on a first visit. `saved` is the earlier job search, shown instead of a
 * demo. With reduced motion nothing is typed: the example is the placeholder of the empty box.
 */
export function useComposer(saved: string): ComposerHandle {
  const still = useReducedMotion();
  const [words, keepWords, dropDraft] = useDraft("wish", () => saved);
  const begin = (): Composer => (!words && !still && !readItem("jobSearchDemoSeen") ? { kind: "demo", text: "", typed: 0 } : { kind: "own", text: words });
  // The box of a prerendered page is empty: nothing of this person is in it.
  const hydrated = useHydrated();
  const [begun, dispatch] = useReducer(composerReducer, null, () => (hydrated ? begin() : null));
  if (hydrated && begun === null) dispatch({ type: "begin", composer: begin() });
  const kind = begun?.kind;
  useEffect(() => {
    if (kind === "own") writeItem("jobSearchDemoSeen", "1");
    if (kind !== "demo") return;
    const timer = setInterval(() => dispatch({ type: "tick", sample: m.search_sample() }), TICK_MS);
    return () => clearInterval(timer);
  }, [kind]);

  function change(action: ComposerAction): void {
    if (action.type === "write") keepWords(action.text);
    dispatch(action);
  }
  return { composer: begun ?? EMPTY, dispatch: change, dropDraft };
}
