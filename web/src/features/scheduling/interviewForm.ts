import { m } from "#/messages.gen/messages.js";
import { anyEmail, anyText, exact, type Rules, text, type Texts } from "#/ui/form/rules.ts";
import { objectionTo } from "./hours.ts";

/** The roles an interview can be scheduled for, by their API value, with their labels. */
const JOB_LABELS = {
  "Server/Waiter": m.booking_job_server,
  Bartender: m.booking_job_bartender,
  "Host/Hostess": m.booking_job_host,
  "Prep Cook": m.booking_job_prep_cook,
  "Line Cook": m.booking_job_line_cook,
  "Dishwasher/Steward": m.booking_job_dishwasher,
  "Busser/Food Runner": m.booking_job_busser,
  "Kitchen Manager": m.booking_job_kitchen_manager,
  "General Manager": m.booking_job_general_manager,
  "Assistant Manager": m.booking_job_assistant_manager,
  "Shift Supervisor": m.booking_job_shift_supervisor,
};

export const JOBS = Object.entries(JOB_LABELS);

/** Validates the value of a datetime-local input. */
export const timeRule = exact((typed) => {
  if (typed === "") return m.booking_form_time_required();
  const objection = objectionTo(typed, new Date());
  if (objection === "too-soon") return m.booking_form_too_soon();
  return objection === "closed" ? m.booking_form_hours() : "";
});

export type InterviewValues = Texts<"jobTitle" | "companyName" | "candidateName" | "candidateEmail" | "scheduledAt" | "notes">;

export const interviewRules: Rules<keyof InterviewValues> = {
  jobTitle: text(() => m.booking_form_job_required()),
  companyName: anyText,
  candidateName: text(() => m.booking_form_name_required()),
  candidateEmail: anyEmail(() => m.booking_email_wrong()),
  scheduledAt: timeRule,
  notes: anyText,
};
