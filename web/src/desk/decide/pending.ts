import { type DraftOwner, dropDraft, keepDraft, readDraft } from "#/platform/drafts.ts";
import { forgetWithPerson } from "#/platform/personal.ts";
import { createStore, useStore } from "#/platform/store.ts";
import type { Decision } from "#/api/types.ts";

/** How long a decision can be undone, in milliseconds; the server's `stages.UNDO_MOVE`. */
const UNDO_MS = 30_000;

/** A decision that can still be undone, about one application or several. Times in milliseconds since 1970, by this device. */
export interface PendingDecision {
  /** The application's; the first one's of several. */
  id: string;
  /** All applications that the decision is about. */
  ids: readonly string[];
  firstName: string;
  action: string;
  dueAt: number;
  madeAt: number;
}

/** Where the tab stores them for the member, so that they can be undone after the page was loaded again, too. */
const STORED = "pending";

const pending = createStore<readonly PendingDecision[]>([]);
let owner: DraftOwner | null = null;

pending.subscribe(() => {
  if (!owner) return;
  if (pending.get().length > 0) keepDraft(owner, STORED, pending.get());
  else dropDraft(owner, STORED);
});

/** Stores the decisions of this member from now on, and brings back those from before the page was loaded again. */
export function storePendingOf(member: DraftOwner): void {
  if (owner === member) return;
  owner = member;
  const stored = readDraft<PendingDecision[]>(member, STORED) ?? [];
  const known = pending.get();
  const isOpen = ({ id, dueAt }: PendingDecision) => dueAt > Date.now() && !known.some((one) => one.ids.includes(id));
  pending.set([...stored.filter(isOpen), ...known]);
}

/** Remembers a decision until it is sent: the bar with Undo stays while the member goes on to other pages. */
export function addPending({ id, firstName, pending: made }: Pick<Decision, "id" | "firstName" | "pending">): void {
  if (made?.mine) pending.set([...pending.get().filter((one) => one.id !== id), { id, ids: [id], firstName, action: made.action, ...times(Date.now()) }]);
}

/** The same for a decision that was made before the page was loaded again. */
export function restorePending(id: string, firstName: string, { action, dueAt }: { action: string; dueAt: string }): void {
  const left = Math.min(UNDO_MS, Date.parse(dueAt) - Date.now());
  if (left <= 0 || pending.get().some((one) => one.ids.includes(id))) return;
  pending.set([...pending.get(), { id, ids: [id], firstName, action, dueAt: Date.now() + left, madeAt: Date.now() + left - UNDO_MS }]);
}

/** Remembers a decision about several applications, the first of which was made after `since`; they are undone together. */
export function addPendingOfMany(ids: readonly string[], action: string, since: number): void {
  const [id] = ids;
  if (id) pending.set([...pending.get(), { id, ids, firstName: "", action, ...times(since) }]);
}

/** Counted by the device, because its clock may differ from the server's. */
function times(madeAt: number): Pick<PendingDecision, "madeAt" | "dueAt"> {
  return { madeAt, dueAt: madeAt + UNDO_MS };
}

/** Forgets a decision: it was sent or undone. */
export function dropPending(id: string): void {
  pending.set(pending.get().filter((one) => one.id !== id));
}

forgetWithPerson(() => {
  owner = null;
  pending.set([]);
});

/** The decisions that can still be undone, oldest first. */
export function usePendingDecisions(): readonly PendingDecision[] {
  return useStore(pending);
}
