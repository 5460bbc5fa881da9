import { m } from "#/messages.gen/messages.js";

const LONG = new Intl.DateTimeFormat(m.ui_locale(), {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Such as "January 5, 2026 at 9:00 AM", by the person's own clock; 'Not available' where there is no date. */
export function formatDate(iso: string | null): string {
  if (iso === null) return m.profile_not_available();
  // A line never breaks before AM or PM.
  return LONG.format(new Date(iso)).replace(/\s(?=(?:[AP]M|[ap]\.\s?m\.)$)/, "\u00a0");
}

/** The name of a step of the flow. */
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
