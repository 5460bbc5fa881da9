/**
 * Unsent form input, kept while its tab is open: it survives a reload, such as that of a language change, and
 * disappears from a borrowed phone with the tab. Never store secrets in it.
 */

/** Storage version: increased when the shape of a draft changes, which deletes all drafts. */
const FORM = "draft:1:";

/** Fallback, for this page only, where the browser forbids storage. */
const memory = new Map<string, string>();

export function readDraft<Draft>(name: string): Draft | null {
  const kept = memory.get(FORM + name) ?? tab()?.getItem(FORM + name) ?? null;
  return kept === null ? null : (JSON.parse(kept) as Draft);
}

export function keepDraft(name: string, draft: unknown): void {
  const text = JSON.stringify(draft);
  try {
    sessionStorage.setItem(FORM + name, text);
  } catch {
    memory.set(FORM + name, text);
  }
}

export function dropDraft(name: string): void {
  memory.delete(FORM + name);
  tab()?.removeItem(FORM + name);
}

/** Deletes all drafts of all users. */
export function dropDrafts(): void {
  memory.clear();
  const kept = tab();
  for (const key of Object.keys(kept ?? {})) if (key.startsWith("draft:")) kept?.removeItem(key);
}

/** The tab's session storage, where the browser allows it. */
function tab(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
