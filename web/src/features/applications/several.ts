import { createContext, useContext } from "react";
import type { JobState, JobStates } from "#/api/applications.queries.ts";

/** The jobs that a candidate ticks to apply for all of them at once; null while they choose one by one. */
export interface Several {
  /** Whether the list has enough jobs for it. */
  offered: boolean;
  picked: readonly JobState[] | null;
  begin: () => void;
  toggle: (job: JobState, states: JobStates) => void;
}

export const SeveralContext = createContext<Several>({ offered: false, picked: null, begin: () => undefined, toggle: () => undefined });

export function useSeveral(): Several {
  return useContext(SeveralContext);
}
