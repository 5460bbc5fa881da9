import type { User } from "./types.ts";

/** The page of each onboarding step, the first one's first. The server answers a sign-in with the same ones. */
const STEP_PATHS = [
  "/job-search",
  "/quick-questions",
  "/matching",
  "/video-interview-prep",
  "/live-interview",
] as const;

/** Where a signed-in person stands: the page of their step, or the dashboard once everything is done. */
export function homeOf({ flowCompleted, currentStep }: User): string {
  if (flowCompleted) return "/dashboard";
  return STEP_PATHS[currentStep - 1] ?? STEP_PATHS[0];
}

/** Where a person goes after signing in: operators to their own page. */
export function landingOf(user: User): string {
  return user.operator ? "/operations" : homeOf(user);
}
