import type { Matches } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

export interface Highlight {
  text: string;
  /** The number of matches for which it holds; null if it holds for all of them. */
  count: number | null;
}

/** Returns up to four statements about the matches, each only if it holds for at least half of them. */
export function highlightsOf({ highlights, totalMatches }: Matches): Highlight[] {
  const all = [
    { text: m.matching_highlight_pay(), holds: highlights.pay },
    { text: m.matching_highlight_location(), holds: highlights.location },
    { text: m.matching_highlight_schedule(), holds: highlights.schedule },
    { text: m.matching_highlight_experience(), holds: highlights.experience },
  ];
  return all.filter(({ holds }) => holds > 0 && holds * 2 >= totalMatches).map(({ text, holds }) => ({ text, count: holds === totalMatches ? null : holds }));
}
