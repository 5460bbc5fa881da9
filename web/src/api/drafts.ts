import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUser } from "./session.queries.ts";

/**
 * State of a form that outlives its screen, so that going back and forth loses nothing that was not sent yet.
 * It belongs to one person: signing out drops it, a session that ends by itself does not.
 * @returns the draft (or `initial`), a function to change it, and one to drop it once it is on the server
 */
export function useDraft<Draft>(
  name: string,
  initial: () => Draft,
): [Draft, (next: Draft) => void, () => void] {
  const cache = useQueryClient();
  const queryKey = ["drafts", useUser().uuid, name];
  const [draft, setDraft] = useState(() => cache.getQueryData<Draft>(queryKey) ?? initial());
  return [
    draft,
    (next) => {
      cache.setQueryData(queryKey, next);
      setDraft(next);
    },
    () => cache.removeQueries({ queryKey }),
  ];
}
