import { useMutation } from "@tanstack/react-query";
import { logError } from "#/platform/log.ts";
import { saveJobSearch } from "./onboarding.queries.ts";
import { recordStep } from "./session.queries.ts";

/** Saves a wish and the step, and calls back only if the server agrees where the person now is: at the questions. */
export function useSaveWish(userId: string, onSaved: (wish: string) => void) {
  const { mutateAsync: saveSearch } = useMutation(saveJobSearch);
  const { mutateAsync: saveStep } = useMutation(recordStep);
  return useMutation({
    mutationFn: async (wish: string) => {
      await saveSearch({ searchQuery: wish, userId });
      const after = await saveStep({ step: 2, data: { jobSearchPrompt: wish } });
      if (after.currentStep !== 2)
        throw new Error(`The search was saved, but the step is ${after.currentStep}.`);
    },
    onSuccess: (_done, wish) => onSaved(wish),
    onError: (error) => logError("The job search was not saved.", error),
  });
}
