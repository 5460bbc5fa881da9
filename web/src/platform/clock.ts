import { useEffect, useState } from "react";

/** The moment now, as the wire writes it: ISO 8601 in UTC. */
export function nowIso(): string {
  return new Date().toISOString();
}

/**
 * Milliseconds since this component was mounted, renewed every `interval` ms (never, while it is null).
 * Measured and not counted: phones slow timers down, and a late tick must still show the right time.
 */
export function useElapsed(interval: number | null): number {
  const [start] = useState(() => performance.now());
  const [now, setNow] = useState(start);
  useEffect(() => {
    if (interval === null) return;
    const timer = setInterval(() => setNow(performance.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now - start;
}

/** The time now in milliseconds since 1970, renewed every `interval` ms. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
