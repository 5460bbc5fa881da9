import { useEffect, useReducer } from "react";
import { useDraft } from "#/session/drafts.ts";
import { m } from "#/messages.gen/messages.js";
import { useReducedMotion } from "#/platform/motion.ts";
import { readItem, writeItem } from "#/platform/storage.ts";
import { type Composer, type ComposerAction, composerReducer, TICK_MS } from "./composer.ts";

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
  const [composer, dispatch] = useReducer(composerReducer, null, (): Composer => {
    const demo = !words && !still && !readItem("jobSearchDemoSeen");
    return demo ? { kind: "demo", text: "", typed: 0 } : { kind: "own", text: words };
  });
  useEffect(() => {
    if (composer.kind === "own") return writeItem("jobSearchDemoSeen", "1");
    const timer = setInterval(() => dispatch({ type: "tick", sample: m.search_sample() }), TICK_MS);
    return () => clearInterval(timer);
  }, [composer.kind]);

  function change(action: ComposerAction): void {
    if (action.type === "write") keepWords(action.text);
    dispatch(action);
  }
  return { composer, dispatch: change, dropDraft };
}
