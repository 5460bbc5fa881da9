/**
 * Calls `listener` for each server-sent event of `address` while this page is visible, and reconnects automatically
 * from the last event. Returns a function that stops it.
 */
export function onNotifications(address: string, listener: () => void): () => void {
  if (typeof EventSource === "undefined") return () => {};
  let source: EventSource | null = null;
  const follow = () => {
    // A hidden page keeps no connection: browsers allow only six for all their tabs.
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
