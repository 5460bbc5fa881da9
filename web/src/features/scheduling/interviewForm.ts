import * as v from "valibot";
import { m } from "#/messages.gen/messages.js";
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

const text = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most));

/** What a datetime-local input must hold. */
export const timeSchema = v.pipe(
  v.string(),
  v.nonEmpty(() => m.booking_form_time_required()),
  v.check((value) => objectionTo(value, new Date()) !== "too-soon", () => m.booking_form_too_soon()),
  v.check((value) => objectionTo(value, new Date()) !== "closed", () => m.booking_form_hours()),
);

export const interviewSchema = v.object({
  jobTitle: v.pipe(v.string(), v.nonEmpty(() => m.booking_form_job_required())),
  companyName: text(120),
  candidateName: v.pipe(text(161), v.nonEmpty(() => m.booking_form_name_required())),
  candidateEmail: v.pipe(
    v.string(),
    v.trim(),
    v.union([v.literal(""), v.pipe(v.string(), v.email(() => m.booking_email_wrong()))]),
  ),
  scheduledAt: timeSchema,
  notes: text(1000),
});

export type InterviewValues = v.InferOutput<typeof interviewSchema>;
