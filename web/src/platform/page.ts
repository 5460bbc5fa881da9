/** Loads the page anew, from the server. */
export function reload(): void {
  location.reload();
}

/** Calls `listener` each time this page comes back into view. Returns the way to stop. */
export function onPageSeen(listener: () => void): () => void {
  const seen = () => document.visibilityState === "visible" && listener();
  document.addEventListener("visibilitychange", seen);
  return () => document.removeEventListener("visibilitychange", seen);
}
