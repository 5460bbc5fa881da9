import { useSyncExternalStore } from "react";
import { isWide } from "./viewport.ts";

/** Whether the window has desktop width, also when it changes. */
export function useIsWide(): boolean {
  return useSyncExternalStore(watchWidth, isWide);
}

function watchWidth(changed: () => void): () => void {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
}
