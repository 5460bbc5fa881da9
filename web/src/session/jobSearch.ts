import { useMutation } from "@tanstack/react-query";
import { saveJobSearch } from "#/api/onboarding.queries.ts";
import { logError } from "#/platform/log.ts";
import { recordStep } from "./steps.ts";

/** Saves a job search and its step. Calls `onSaved` only if the server agrees that the questions come next. */
export function useSaveJobSearch(userId: string, onSaved: (jobSearch: string) => void) {
  const { mutateAsync: saveSearch } = useMutation(saveJobSearch);
  const { mutateAsync: saveStep } = useMutation(recordStep);
  return useMutation({
    mutationFn: async (jobSearch: string) => {
      await saveSearch({ searchQuery: jobSearch, userId });
      const after = await saveStep({ step: 2, data: { jobSearchPrompt: jobSearch } });
      if (after.currentStep !== 2) throw new Error(`The search was saved, but the step is ${after.currentStep}.`);
    },
    onSuccess: (_done, jobSearch) => onSaved(jobSearch),
    onError: (error) => logError("The job search was not saved.", error),
  });
}
