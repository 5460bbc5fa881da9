import { formatLongDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";

/** Example: "January 5 at 9:00 AM"; 'Not available' without a date. */
export function formatMoment(iso: string | null): string {
  if (iso === null) return m.profile_not_available();
  return formatLongDateTime(iso);
}

/** Returns the name of an onboarding step. */
export function formatStep(step: string): string {
  switch (step) {
    case "job-search":
      return m.profile_step_search();
    case "quick-questions":
      return m.profile_step_questions();
    case "matching":
      return m.profile_step_matching();
    case "schedule":
      return m.profile_step_schedule();
    case "interview":
      return m.profile_step_interview();
    case "completed":
      return m.profile_step_completed();
    default:
      return m.profile_step_other();
  }
}
