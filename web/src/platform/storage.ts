/**
 * The data this browser stores between visits. None of it grants access:
 * the session itself is a cookie that scripts cannot read.
 *
 * - `authToken`: the user's uuid, only a hint that a session may exist
 * - `user`: the last user record the server sent, as JSON
 * - `userUuid`, `currentUserId`: that user's id
 * - `tempEmail`: the address that is about to get a password
 * - `interviewComfort`, `interviewDevices`: the interview preferences, and the selected camera and microphone
 * - `deskEmployer`: the employer at whose identity provider a member signed in last
 * - `timeZone`: the time zone chosen on a device that does not know its own
 * - `jobSearchDemoSeen`: '1' once the typing demo has been seen
 */
export type StorageKey =
  | "authToken"
  | "user"
  | "userUuid"
  | "currentUserId"
  | "tempEmail"
  | "deskEmployer"
  | "timeZone"
  | "jobSearchDemoSeen"
  | "interviewComfort"
  | "interviewDevices";

/** Fallback, for this page only, where the browser forbids storage (private windows, some in-app browsers). */
const memory = new Map<StorageKey, string>();

export function readItem(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeItem(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

export function removeItem(key: StorageKey): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/**
 * Calls `listener` with the new value (null: removed) when another tab changes the item. Returns a function that stops
 * it.
 */
export function onItemChanged(key: StorageKey, listener: (value: string | null) => void): () => void {
  const heard = (event: StorageEvent) => {
    // Clearing the whole storage reports no key.
    if (event.key === key || event.key === null) listener(event.newValue);
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
