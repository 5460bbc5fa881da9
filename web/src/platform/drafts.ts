/**
 * What was typed and not sent yet, for as long as its tab is open: it outlives a reload, such as that of another language,
 * and is gone from a borrowed phone with the tab. Whoever keeps one keeps no secret in it.
 */

/** A new one forgets all drafts: raised when what a draft holds takes another form. */
const FORM = "draft:1:";

/** Takes over, for this page only, where the browser forbids storage. */
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

/** Forgets everything that was typed here by anybody. */
export function dropDrafts(): void {
  memory.clear();
  const kept = tab();
  for (const key of Object.keys(kept ?? {})) if (key.startsWith("draft:")) kept?.removeItem(key);
}

/** What the tab remembers, where the browser lets it. */
function tab(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
