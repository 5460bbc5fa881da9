import type { Step, User } from "./types.ts";

/** The page of each onboarding step. The server answers a sign-in with the same ones. */
const STEP_PATHS: Record<Step, string> = {
  1: "/job-search",
  2: "/quick-questions",
  3: "/matching",
  4: "/video-interview-prep",
  5: "/live-interview",
};

/** Where a signed-in person stands: the page of their step, or the dashboard once everything is done. */
export function homeOf(user: User): string {
  if (user.flowCompleted) return "/dashboard";
  return STEP_PATHS[user.currentStep] ?? STEP_PATHS[1];
}
