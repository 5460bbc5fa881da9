import { m } from "#/messages.gen/messages.js";
import type { Availability, EmploymentType, Experience, StartDate } from "./answers.ts";

type Words = () => string;

export const EMPLOYMENT_LABELS: Record<EmploymentType, { label: Words; detail: Words }> = {
  "full-time": { label: m.questions_full_time, detail: m.questions_full_time_detail },
  "part-time": { label: m.questions_part_time, detail: m.questions_part_time_detail },
};

export const EXPERIENCE_LABELS: Record<Experience, Words> = {
  "0-1": m.questions_experience_0,
  "2-5": m.questions_experience_2,
  "5+": m.questions_experience_5,
};

export const AVAILABILITY_LABELS: Record<Availability, Words> = {
  "weekday-mornings": m.questions_weekday_mornings,
  "weekday-evenings": m.questions_weekday_evenings,
  weekends: m.questions_weekends,
  "night-shifts": m.questions_night_shifts,
  holidays: m.questions_holidays,
  "very-flexible": m.questions_very_flexible,
};

export const START_LABELS: Record<StartDate, Words> = {
  immediately: m.questions_start_now,
  "within-1-week": m.questions_start_1,
  "within-2-weeks": m.questions_start_2,
};
