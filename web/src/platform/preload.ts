import { useEffect } from "react";

/** Fetches the next page's code while this one is read, so that a step forward does not wait for the signal. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // What cannot be fetched now is asked for again when it is needed.
    const start = () => void load().catch(() => undefined);
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(start, 1000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(start);
    return () => cancelIdleCallback(idle);
  }, [load]);
}
