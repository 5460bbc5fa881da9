import { useState } from "react";
import { dropDraft, keepDraft, readDraft } from "#/platform/drafts.ts";
import { useUser } from "./user.ts";

/**
 * Form state that survives navigation and reloads until it is sent. It belongs to the signed-in user: signing out
 * deletes it, an expired session does not. Returns the draft (or `initial`), a function to change it, and one to delete
 * it once the server has it.
 */
export function useDraft<Draft>(
  name: string,
  initial: () => Draft,
): [Draft, (next: Draft) => void, () => void] {
  const key = `${useUser().uuid}:${name}`;
  const [draft, setDraft] = useState(() => readDraft<Draft>(key) ?? initial());
  return [
    draft,
    (next) => {
      keepDraft(key, next);
      setDraft(next);
    },
    () => dropDraft(key),
  ];
}
