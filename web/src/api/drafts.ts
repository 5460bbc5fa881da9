import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/**
 * State of a form that outlives its screen, so that going back and forth loses nothing that was not sent yet.
 * It lies beside the server's data: signing out drops it with the rest.
 * @returns the draft (or `initial`), a function to change it, and one to drop it once it is on the server
 */
export function useDraft<Draft>(
  name: string,
  initial: () => Draft,
): [Draft, (next: Draft) => void, () => void] {
  const cache = useQueryClient();
  const queryKey = ["drafts", name];
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
