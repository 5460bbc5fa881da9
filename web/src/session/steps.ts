/** The user's progress through the onboarding steps. */

import type { AppPath } from "#/platform/paths.ts";
import { mutationOptions } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import type { StepRecord, User } from "#/api/types.ts";
import { setUser } from "./user.ts";

/** The page of each onboarding step, in order. After a sign-in the server returns the same ones. */
const STEP_PATHS = ["/job-search", "/quick-questions", "/matching", "/video-interview-prep", "/live-interview"] as const;

/** The page where a signed-in person continues: their step, or the dashboard after the last one. */
export function homeOf({ flowCompleted, currentStep }: User): AppPath {
  if (flowCompleted) return "/dashboard";
  return STEP_PATHS[currentStep - 1] ?? STEP_PATHS[0];
}

/** The page to open after signing in: operators have their own. */
export function landingOf(user: User): AppPath {
  return user.operator ? "/operations" : homeOf(user);
}

/**
 * Records the step reached, with the data and answers collected in it: all of it, or nothing. Drops the matches that
 * depend on it, so they are loaded again.
 */
export const recordStep = mutationOptions({
  mutationFn: async (body: StepRecord) => (await unwrap(client.PATCH("/api/auth/step", { body }))).user,
  onSuccess: async (user, { step, answers }, _before, { client: cache }) => {
    setUser(cache, user);
    if (answers) void cache.invalidateQueries({ queryKey: ["user-responses"] });
    if (step <= 3) cache.removeQueries({ queryKey: ["matches"] });
    if (step !== 2) return;
    cache.removeQueries({ queryKey: ["wish"], type: "inactive" });
    await cache.invalidateQueries({ queryKey: ["wish"] });
  },
});

export const completeFlow = mutationOptions({
  mutationFn: async () => (await unwrap(client.POST("/api/user/complete-flow"))).user,
  onSuccess: (user, _body, _before, { client: cache }) => setUser(cache, user),
});
