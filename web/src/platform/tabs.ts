/** Tells this app's other tabs in this browser that something has changed. */
export function tellTabs(topic: string): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(topic);
  channel.postMessage(null);
  channel.close();
}

/** Calls `listener` whenever another tab tells of this topic. Returns a function that stops it. */
export function onTabsTold(topic: string, listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(topic);
  channel.onmessage = listener;
  return () => channel.close();
}
