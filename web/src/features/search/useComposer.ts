import { type Dispatch, useEffect, useReducer } from "react";
import { m } from "#/messages.gen/messages.js";
import { useReducedMotion } from "#/platform/motion.ts";
import { readItem, writeItem } from "#/platform/storage.ts";
import { type Composer, type ComposerAction, composerReducer, TICK_MS } from "./composer.ts";

/**
 * The composer, with the example typing itself on a first visit. `saved` is what the person searched for
 * before; it is shown again instead of an example. Less motion means no typing: the example still stands
 * in the empty box.
 */
export function useComposer(saved: string): [Composer, Dispatch<ComposerAction>] {
  const still = useReducedMotion();
  const [composer, dispatch] = useReducer(composerReducer, null, (): Composer => {
    const demo = !saved && !still && !readItem("jobSearchDemoSeen");
    return demo ? { kind: "demo", text: "", typed: 0 } : { kind: "own", text: saved };
  });
  useEffect(() => {
    if (composer.kind === "own") return writeItem("jobSearchDemoSeen", "1");
    const timer = setInterval(() => dispatch({ type: "tick", sample: m.search_sample() }), TICK_MS);
    return () => clearInterval(timer);
  }, [composer.kind]);
  return [composer, dispatch];
}
