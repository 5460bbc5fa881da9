import { m } from "#/messages.gen/messages.js";
import { anyEmail, anyText, exact, type Rules, text, type Texts } from "#/ui/form/rules.ts";
import { objectionTo } from "./hours.ts";

/** What an interview can be scheduled for. */
export const JOB_TITLES = [
  "Server/Waiter",
  "Bartender",
  "Host/Hostess",
  "Prep Cook",
  "Line Cook",
  "Dishwasher/Steward",
  "Busser/Food Runner",
  "Kitchen Manager",
  "General Manager",
  "Assistant Manager",
  "Shift Supervisor",
] as const;

/** What a datetime-local input must hold. */
export const timeRule = exact((typed) => {
  if (typed === "") return m.booking_form_time_required();
  const objection = objectionTo(typed, new Date());
  if (objection === "too-soon") return m.booking_form_too_soon();
  return objection === "closed" ? m.booking_form_hours() : "";
});

export type InterviewValues = Texts<
  "jobTitle" | "companyName" | "candidateName" | "candidateEmail" | "scheduledAt" | "notes"
>;

export const interviewRules: Rules<keyof InterviewValues> = {
  jobTitle: text(() => m.booking_form_job_required()),
  companyName: anyText,
  candidateName: text(() => m.booking_form_name_required()),
  candidateEmail: anyEmail(() => m.booking_email_wrong()),
  scheduledAt: timeRule,
  notes: anyText,
};
