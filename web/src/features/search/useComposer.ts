import { useEffect, useReducer } from "react";
import { useDraft } from "#/session/drafts.ts";
import { m } from "#/messages.gen/messages.js";
import { useReducedMotion } from "#/platform/motion.ts";
import { readItem, writeItem } from "#/platform/storage.ts";
import { type Composer, type ComposerAction, composerReducer, TICK_MS } from "./composer.ts";

interface ComposerHandle {
  composer: Composer;
  dispatch: (action: ComposerAction) => void;
  /** Forgets the words kept on this device, once they are on the server. */
  dropDraft: () => void;
}

/**
 * The composer, with the example typing itself on a first visit. `saved` is what the person searched for
 * before; it is shown again instead of an example. Less motion means no typing: the example still stands
 * in the empty box.
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
