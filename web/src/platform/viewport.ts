import { useSyncExternalStore } from "react";

/** Whether the window has desktop width (the layout's own breakpoint). */
export function isWide(): boolean {
  return matchMedia("(width >= 56.25em)").matches;
}

const BESIDE = "(width >= 72em)";

const never = () => () => undefined;

/** Whether the window has room for a picture next to a column of text. What came stays: CSS hides it. */
export function useRoomBeside(): boolean {
  return useSyncExternalStore(
    never,
    () => matchMedia(BESIDE).matches,
    () => false,
  );
}
