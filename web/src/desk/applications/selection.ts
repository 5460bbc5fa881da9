/** Which applications are selected, and who of them a bulk move includes. */

import type { Listed } from "#/api/deskList.queries.ts";
import type { Selection } from "./address.ts";

/** Applications that are selected one by one: more would not fit into every address. All that match are one word. */
export const MAX_SELECTED = 150;

export type BulkAction = "ask" | "invite" | "close";

/** Why a bulk move leaves an application out. The server decides by the same rules. */
export type LeftOut = "unseen" | "unseenByMe" | "stage" | "pending";

const STAGES: Record<BulkAction, readonly Listed["stage"][]> = {
  ask: ["submitted", "in_review"],
  invite: ["submitted", "in_review", "question_asked", "invited"],
  close: ["submitted", "in_review", "question_asked", "invited", "met", "offered"],
};

/** Returns why an application is left out of a move; null if it is included. */
export function whyLeftOut({ stage, viewers, viewed, pending }: Listed, action: BulkAction): LeftOut | null {
  if (!STAGES[action].includes(stage)) return "stage";
  // The first view by a member ends this stage.
  if (stage === "submitted" || viewers.length === 0) return "unseen";
  if (pending) return "pending";
  return action === "invite" && !viewed ? "unseenByMe" : null;
}

/** Splits a selection into those that a move includes, and those that it leaves out, by reason. */
export function splitFor(rows: readonly Listed[], action: BulkAction): { included: Listed[]; leftOut: [LeftOut, Listed[]][] } {
  const found = new Map<LeftOut | null, Listed[]>();
  for (const row of rows) {
    const why = whyLeftOut(row, action);
    found.set(why, [...(found.get(why) ?? []), row]);
  }
  const leftOut = [...found].filter((entry): entry is [LeftOut, Listed[]] => entry[0] !== null);
  return { included: found.get(null) ?? [], leftOut };
}

/** Whether an application is selected. */
export const isSelected = ({ all, ids }: Selection, id: string): boolean => all !== ids.includes(id);

/** Returns the selection with these applications added or removed, up to the most that an address takes. */
export function withIds({ all, ids }: Selection, changed: readonly string[], selected: boolean): Selection {
  const next = new Set(ids);
  for (const id of changed) {
    if (selected === all) next.delete(id);
    else if (next.size < MAX_SELECTED) next.add(id);
  }
  return { all, ids: [...next] };
}

/** Returns the rows from one to another, both included, in the order of the list; only the second if the first has gone. */
export function rangeOf(rows: readonly Listed[], from: string | null, to: string): readonly Listed[] {
  const first = rows.findIndex(({ id }) => id === from);
  const last = rows.findIndex(({ id }) => id === to);
  if (first === -1) return rows.slice(last, last + 1);
  return rows.slice(Math.min(first, last), Math.max(first, last) + 1);
}
