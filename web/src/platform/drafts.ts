/**
 * Unsent form input, kept while its tab is open: it survives a reload, such as that of a language change, and
 * disappears from a borrowed phone with the tab. Never store secrets or contact data in it.
 *
 * Each draft has an owner: `VISITOR`, or a signed-in person. Nobody reads those of another person, and signing in
 * deletes them.
 */

/** Storage version: increased when the shape of a draft changes, which deletes all drafts. */
const FORM = "draft:2:";

/** The side that a person is signed in on. */
export type DraftSide = "user" | "member";
export type DraftOwner = "visitor" | `${DraftSide}:${string}`;

export const VISITOR = "visitor";

/** Fallback, for this page only, where the browser forbids storage. */
const memory = new Map<string, string>();

/** Returns a draft, or null if there is none or it is damaged. */
export function readDraft<Draft>(owner: DraftOwner, name: string): Draft | null {
  const key = keyOf(owner, name);
  const kept = memory.get(key) ?? tab()?.getItem(key) ?? null;
  try {
    return kept === null ? null : (JSON.parse(kept) as Draft);
  } catch {
    return null;
  }
}

export function keepDraft(owner: DraftOwner, name: string, draft: unknown): void {
  const key = keyOf(owner, name);
  const text = JSON.stringify(draft);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    memory.set(key, text);
  }
}

export function dropDraft(owner: DraftOwner, name: string): void {
  drop(keyOf(owner, name));
}

/** Deletes all drafts of the visitor and of everybody on this side: they have signed out. */
export function dropDrafts(side: DraftSide): void {
  dropWhere((owner) => owner === VISITOR || owner === side);
}

/** Deletes the drafts of everybody else on this side: another person has signed in. */
export function dropDraftsOfOthers(side: DraftSide, id: string): void {
  dropWhere((owner, ownerId) => owner === side && ownerId !== id);
}

function dropWhere(matches: (owner: string, id: string) => boolean): void {
  for (const key of draftKeys()) {
    const [kind, version, owner = "", id = ""] = key.split(":");
    if (kind === "draft" && (`${kind}:${version}:` !== FORM || matches(owner, id))) drop(key);
  }
}

/** The keys of all drafts, and of what else the tab stores. */
export function draftKeys(): string[] {
  return [...memory.keys(), ...Object.keys(tab() ?? {})];
}

function drop(key: string): void {
  memory.delete(key);
  tab()?.removeItem(key);
}

export function keyOf(owner: DraftOwner, name: string): string {
  return `${FORM}${owner}:${name}`;
}

/** The tab's session storage, where the browser allows it. */
function tab(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
