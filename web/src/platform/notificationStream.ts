/**
 * Calls `listener` for each server-sent event of `address` while this page is seen, and comes back by itself after
 * every break with what it heard last. Returns the way to stop.
 */
export function onNotifications(address: string, listener: () => void): () => void {
  if (typeof EventSource === "undefined") return () => {};
  let source: EventSource | null = null;
  const follow = () => {
    // A page in the background keeps no connection: a browser has only six of them for all its tabs.
    if (document.visibilityState === "hidden") {
      source?.close();
      source = null;
    } else if (!source || source.readyState === EventSource.CLOSED) {
      source = new EventSource(address);
      source.onmessage = listener;
    }
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    source?.close();
  };
}
