import type { Span } from "./spans.ts";

/** Adds a stretch to what was played. The result is sorted and without overlaps, so that repeated parts count once. */
export function addPlayed(played: readonly Span[], { begin, end }: Span): Span[] {
  if (!(end > begin)) return [...played];
  const apart = played.filter((one) => one.end < begin || one.begin > end);
  const touching = played.filter((one) => one.end >= begin && one.begin <= end);
  const joined = {
    begin: Math.min(begin, ...touching.map((one) => one.begin)),
    end: Math.max(end, ...touching.map((one) => one.end)),
  };
  return [...apart, joined].sort((a, b) => a.begin - b.begin);
}

/** Seconds played, without repeated parts. */
export function playedSeconds(played: readonly Span[]): number {
  return played.reduce((sum, { begin, end }) => sum + end - begin, 0);
}
