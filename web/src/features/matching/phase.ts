import type { Matches } from "#/api/types.ts";

/** What has come back from the server so far. */
export type Result =
  { state: "pending" } | { state: "failed"; unanswered: boolean } | { state: "done"; matches: Matches };

/** What the screen shows. */
export type Phase =
  | { kind: "searching"; status: number; progress: number; checked: number; unknown: boolean }
  | { kind: "failed" }
  | { kind: "unanswered" }
  | { kind: "nowhere"; zip: string }
  | { kind: "none"; matches: Matches }
  | { kind: "found"; matches: Matches };

const SEARCH_MS = 4000;
const BAR_MS = 3000;
const STATUS_MS = 500;
const STATUSES = 6;
const CHECK_MS = 750;

/**
 * The screen after `elapsed` ms. The search is shown for four seconds, and for as long as the server needs
 * if that is more. A wish counts as checked only once the server
 * has answered, and one for work that is not known never does.
 */
export function phaseOf(elapsed: number, result: Result): Phase {
  if (result.state === "failed") return { kind: result.unanswered ? "unanswered" : "failed" };
  if (result.state === "done" && elapsed >= SEARCH_MS) return outcomeOf(result.matches);
  return {
    kind: "searching",
    status: Math.min(Math.floor(elapsed / STATUS_MS), STATUSES - 1),
    progress: Math.min(elapsed / BAR_MS, 1),
    checked: result.state === "done" ? Math.floor(elapsed / CHECK_MS) : 0,
    unknown: result.state === "done" && !result.matches.understood,
  };
}

function outcomeOf(matches: Matches): Phase {
  if (matches.totalMatches > 0) return { kind: "found", matches };
  const unknown = !matches.place && !matches.catalogueEmpty && matches.zipCode;
  return unknown ? { kind: "nowhere", zip: unknown } : { kind: "none", matches };
}
