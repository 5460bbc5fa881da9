import { draftKeys, type DraftOwner, keyOf } from "./drafts.ts";

/** Returns the names of an owner's drafts that begin with `prefix`, in the order of the alphabet. Apart from the drafts themselves, which every page loads. */
export function draftNames(owner: DraftOwner, prefix: string): string[] {
  const begin = keyOf(owner, prefix);
  return draftKeys()
    .flatMap((key) => (key.startsWith(begin) ? key.slice(begin.length - prefix.length) : []))
    .sort();
}
