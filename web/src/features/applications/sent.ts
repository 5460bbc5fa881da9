import { createStore, forgetWithPerson, useStore } from "#/platform/store.ts";

/** Applications that were just sent and can still be taken back. */
export interface JustSent {
  ids: readonly string[];
  /** The only employer's name; null for several. */
  employer: string | null;
  /** In milliseconds since 1970, by this device's clock. */
  sentAt: number;
}

const sent = createStore<JustSent | null>(null);

/** Offers to take applications back for a few seconds, on whatever page the candidate goes to; null ends the offer. */
export const offerUndo = sent.set;

forgetWithPerson(() => offerUndo(null));

export function useJustSent(): JustSent | null {
  return useStore(sent);
}

/** What has just been sent; `employer` is its name if there is one only. */
export function sentNow(ids: JustSent["ids"], employer: JustSent["employer"]): JustSent {
  return { ids, employer, sentAt: Date.now() };
}
