import { useEffect, useState } from "react";

/** The current time in the API's format: ISO 8601 in UTC. */
export function nowIso(): string {
  return new Date().toISOString();
}

/**
 * Milliseconds since `since` (by `performance.now()`; default: the component's mount), updated every `interval` ms
 * (never, while it is null). Measured and not counted: phones throttle timers, and a late tick must still show the
 * right time.
 */
export function useElapsed(interval: number | null, since?: number): number {
  const [mounted] = useState(() => performance.now());
  const start = since ?? mounted;
  const [now, setNow] = useState(mounted);
  useEffect(() => {
    if (interval === null) return;
    const timer = setInterval(() => setNow(performance.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return Math.max(0, now - start);
}

/** The current time in milliseconds since 1970, updated every `interval` ms. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

/**
 * Remaining whole seconds of a wait, updated every second, and a function that starts another one; 0 without a wait.
 * Measured against the clock, so it stays correct after the phone was suspended.
 */
export function useCountdown(seconds = 0): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const start = (wait: number) => {
    setNow(Date.now());
    setEnd(Date.now() + wait * 1000);
  };
  return { left, start };
}
