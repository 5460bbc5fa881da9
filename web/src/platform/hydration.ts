import { useEffect, useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether the prerendered elements of this screen are React's by now. False in the one rendering that takes them over,
 * which has to equal what the build drew: nothing of this browser is known yet.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Tells scripts/start.js that the page works, so that it repeats what was typed and pressed before. */
export function useShown(): void {
  useEffect(() => void dispatchEvent(new Event("shown")), []);
}
