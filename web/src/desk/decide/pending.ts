import { type DraftOwner, dropDraft, keepDraft, readDraft } from "#/platform/drafts.ts";
import { createStore, forgetWithPerson, useStore } from "#/platform/store.ts";
import type { Decision } from "#/api/types.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import type { Kept } from "./kept.ts";

/** How long a decision can be undone, in milliseconds; the server's `stages.UNDO_MOVE`. */
const UNDO_MS = 30_000;

/** A decision that can still be undone, about one application or several. Times in milliseconds since 1970, by this device. */
export interface PendingDecision {
  /** The application's; the first one's of several; the job's that is taken down. */
  id: string;
  /** All applications that the decision is about, or the job. */
  ids: readonly string[];
  /** The candidate's first name, or the title of the job. */
  firstName: string;
  /** The candidate's job, which tells people of one name apart. */
  job?: string;
  /** A move of the server's, or `REMOVE_JOB`. */
  action: string;
  dueAt: number;
  madeAt: number;
  /** What was written, to begin with after Undo. */
  written?: Kept | undefined;
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
export function addPending(
  { id, firstName, title, location, pending: made }: Pick<Decision, "id" | "firstName" | "title" | "location" | "pending">,
  written?: Kept,
): void {
  if (!made?.mine) return;
  const added = { id, ids: [id], firstName, job: formatJob(title, location), action: made.action, written, ...times(Date.now()) };
  pending.set([...pending.get().filter((one) => one.id !== id), added]);
}

/** Such as "Line Cook, 9th Avenue". */
export function formatJob(title: string, location: string | null): string {
  return location ? m.desk_person_job_at({ title, location }) : title;
}

/** The same for a decision that was made before the page was loaded again. */
export function restorePending(
  { id, firstName, title, location }: Pick<Decision, "id" | "firstName" | "title" | "location">,
  { action, dueAt }: { action: string; dueAt: string },
): void {
  const left = Math.min(UNDO_MS, Date.parse(dueAt) - Date.now());
  if (left <= 0 || pending.get().some((one) => one.ids.includes(id))) return;
  const job = formatJob(title, location);
  pending.set([...pending.get(), { id, ids: [id], firstName, job, action, dueAt: Date.now() + left, madeAt: Date.now() + left - UNDO_MS }]);
}

/** Remembers a decision about several applications, the first of which was made after `since`; they are undone together. */
export function addPendingOfMany(ids: readonly string[], action: string, since: number, written?: Kept): void {
  const [id] = ids;
  if (id) pending.set([...pending.get(), { id, ids, firstName: "", action, written, ...times(since) }]);
}

export const REMOVE_JOB = "remove_job";

/** Remembers that a job is taken down. */
export function addPendingRemoval({ id, title, location }: { id: string; title: string; location: string | null }): void {
  pending.set([...pending.get(), { id, ids: [id], firstName: formatJob(title, location), action: REMOVE_JOB, ...times(Date.now()) }]);
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

/** Example: "Declining Kyle", "Inviting 12 people" or "Taking down Line Cook". */
export function formatPending({ action, firstName: name, ids }: Pick<PendingDecision, "action" | "firstName" | "ids">): string {
  if (ids.length > 1) {
    const count = { count: ids.length, countText: formatCount(ids.length) };
    if (action === "close") return m.desk_list_bulk_closing(count);
    return action === "invite" ? m.desk_list_bulk_inviting(count) : m.desk_list_bulk_asking(count);
  }
  switch (action) {
    case "invite":
      return m.desk_decide_pending_invite({ name });
    case "offer":
      return m.desk_decide_pending_offer({ name });
    case "decline":
      return m.desk_decide_pending_decline({ name });
    case "close":
      return name ? m.desk_decide_pending_close({ name }) : m.desk_list_bulk_closing({ count: 1, countText: formatCount(1) });
    case REMOVE_JOB:
      return m.desk_jobs_removing({ title: name });
    default:
      return m.desk_decide_pending_ask({ name });
  }
}
