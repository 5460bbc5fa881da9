import { useSyncExternalStore } from "react";
import type { Decision } from "#/api/types.ts";

/** A decision that can still be undone, about one application or several. `dueAt` in milliseconds since 1970. */
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

let pending: readonly PendingDecision[] = [];
const listeners = new Set<() => void>();

function set(next: readonly PendingDecision[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Remembers a decision until it is sent: the bar with Undo stays while the member goes on to other pages. */
export function addPending({ id, firstName, pending: made }: Decision): void {
  if (!made?.mine) return;
  const added = { id, ids: [id], firstName, action: made.action, dueAt: Date.parse(made.dueAt), madeAt: Date.now() };
  set([...pending.filter((one) => one.id !== id), added]);
}

/** Remembers a decision about several applications; they are undone together. */
export function addPendingOfMany(ids: readonly string[], action: string, dueAt: string): void {
  const [id] = ids;
  if (id) set([...pending, { id, ids, firstName: "", action, dueAt: Date.parse(dueAt), madeAt: Date.now() }]);
}

/** Forgets a decision: it was sent or undone. */
export function dropPending(id: string): void {
  set(pending.filter((one) => one.id !== id));
}

/** Forgets all decisions, for the next member of this browser. */
export function dropAllPending(): void {
  set([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The decisions that can still be undone, oldest first. */
export function usePendingDecisions(): readonly PendingDecision[] {
  return useSyncExternalStore(subscribe, () => pending);
}
