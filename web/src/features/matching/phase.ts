import type { Matches } from "#/api/types.ts";

/** The server's response so far. */
export type Result = { state: "pending" } | { state: "failed"; unanswered: boolean } | { state: "done"; matches: Matches };

/** The state of the screen. */
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
 * Returns the screen after `elapsed` ms. The search is shown for four seconds, or longer if the server needs more. A
 * criterion counts as checked only once the server has responded, and one for unknown work never does.
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
