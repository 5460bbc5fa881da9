import { BrowserUploadQueue } from "./uploadQueue.ts";

let current: { owner: string; queue: BrowserUploadQueue } | undefined;

/**
 * The one queue of this page for this person. Asking for it also sends what an earlier visit left behind,
 * so the app asks on every page load.
 */
export function uploadsOf(userId: string): BrowserUploadQueue {
  if (current?.owner !== userId) {
    current?.queue.close();
    current = { owner: userId, queue: new BrowserUploadQueue(userId) };
  }
  return current.queue;
}
