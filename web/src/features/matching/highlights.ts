import type { Matches } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

export interface Highlight {
  text: string;
  /** For how many of the matches it holds; null when for all of them. */
  count: number | null;
}

/** The four things said about the matches, each only if it holds for at least half of them. */
export function highlightsOf({ highlights, totalMatches }: Matches): Highlight[] {
  const all = [
    { text: m.matching_highlight_pay(), holds: highlights.pay },
    { text: m.matching_highlight_location(), holds: highlights.location },
    { text: m.matching_highlight_schedule(), holds: highlights.schedule },
    { text: m.matching_highlight_experience(), holds: highlights.experience },
  ];
  return all
    .filter(({ holds }) => holds > 0 && holds * 2 >= totalMatches)
    .map(({ text, holds }) => ({ text, count: holds === totalMatches ? null : holds }));
}
