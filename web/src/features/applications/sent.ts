import { forgetWithPerson } from "#/platform/personal.ts";
import { useSyncExternalStore } from "react";

/** Applications that were just sent and can still be taken back. */
export interface JustSent {
  ids: readonly string[];
  /** The only employer's name; null for several. */
  employer: string | null;
  /** In milliseconds since 1970, by this device's clock. */
  sentAt: number;
}

let sent: JustSent | null = null;
const listeners = new Set<() => void>();

/** Offers to take applications back for a few seconds, on whatever page the candidate goes to; null ends the offer. */
export function offerUndo(next: JustSent | null): void {
  sent = next;
  for (const listener of listeners) listener();
}

forgetWithPerson(() => offerUndo(null));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useJustSent(): JustSent | null {
  return useSyncExternalStore(subscribe, () => sent, () => null);
}
