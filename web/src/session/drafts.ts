import { useState } from "react";
import { type DraftOwner, dropDraft, keepDraft, readDraft } from "#/platform/drafts.ts";
import { useUser } from "./user.ts";

/** Whose drafts a page for signed-in people stores. */
export function useDraftOwner(): DraftOwner {
  return `user:${useUser().uuid}`;
}

/**
 * Form state that survives navigation and reloads until it is sent. It belongs to the signed-in user: signing out
 * deletes it, an expired session does not. `toStore` leaves out what must not be stored. Returns the draft (or `initial`), a function to change it, and one to delete
 * it once the server has it.
 */
export function useDraft<Draft>(
  name: string,
  initial: () => Draft,
  toStore: (draft: Draft) => unknown = (draft) => draft,
): [Draft, (next: Draft) => void, () => void] {
  const owner = useDraftOwner();
  const [draft, setDraft] = useState(() => completed(readDraft<Draft>(owner, name), initial()));
  return [
    draft,
    (next) => {
      keepDraft(owner, name, toStore(next));
      setDraft(next);
    },
    () => dropDraft(owner, name),
  ];
}

/** A draft of an earlier version of a form lacks the fields that were added since: they are as in a new one. */
function completed<Draft>(draft: Draft | null, begun: Draft): Draft {
  if (draft === null) return begun;
  return isRecord(draft) && isRecord(begun) ? { ...begun, ...draft } : draft;
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
