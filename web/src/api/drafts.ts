import { useState } from "react";
import { dropDraft, keepDraft, readDraft } from "#/platform/drafts.ts";
import { useUser } from "./session.queries.ts";

/**
 * State of a form that outlives its screen, so that neither going back and forth nor a reload loses what was not sent yet.
 * It belongs to one person: signing out drops it, a session that ends by itself does not.
 * @returns the draft (or `initial`), a function to change it, and one to drop it once it is on the server
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
