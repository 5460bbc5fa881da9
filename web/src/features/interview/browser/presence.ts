import type { Presence } from "../model/ports.ts";

/**
 * A page that was just left, for example by a reload on a slow phone, releases its lock within this time. After it, the
 * lock belongs to another open tab. In milliseconds.
 */
const LETTING_GO = 4_000;

/** Allows one tab of this browser per interview, through a lock that ends with the tab. */
export const browserPresence: Presence = {
  claim(interviewId, takeOver, elsewhere) {
    const locks = navigator.locks as LockManager | undefined;
    // Browsers before 2022 have no Web Locks: two tabs can run in parallel.
    if (!locks) return () => {};
    const name = `dayshift-interview-${interviewId}`;
    const over = new AbortController();
    const { signal } = over;
    const report = () => {
      if (signal.aborted) return;
      over.abort();
      elsewhere();
    };
    const timer = takeOver ? undefined : setTimeout(report, LETTING_GO);
    const hold = () => {
      clearTimeout(timer);
      return new Promise<void>((release) => signal.addEventListener("abort", () => release(), { once: true }));
    };
    // Web Locks do not accept a signal together with `steal`. A lock that another tab takes over rejects.
    locks.request(name, takeOver ? { steal: true } : { signal }, hold).catch(report);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  },
};
