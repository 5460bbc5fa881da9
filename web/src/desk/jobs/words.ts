import type { JobShift } from "#/api/deskJobs.queries.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import type { JobField, PayUnit, Problem, STARTS } from "./fields.ts";

const SHIFT_NAMES: Record<JobShift, () => string> = {
  "weekday-mornings": m.desk_post_shift_mornings,
  "weekday-evenings": m.desk_post_shift_evenings,
  weekends: m.desk_post_shift_weekends,
  "night-shifts": m.desk_post_shift_nights,
  holidays: m.desk_post_shift_holidays,
};

const UNITS: Record<PayUnit, () => string> = {
  hour: m.desk_post_unit_hour,
  day: m.desk_post_unit_day,
  week: m.desk_post_unit_week,
  month: m.desk_post_unit_month,
  year: m.desk_post_unit_year,
};

const START_NAMES: Record<(typeof STARTS)[number], () => string> = {
  immediately: m.desk_post_start_now,
  "within-1-week": m.desk_post_start_week,
  "within-2-weeks": m.desk_post_start_weeks,
};

const PROBLEMS: Record<Problem, () => string> = {
  title: m.desk_post_title_missing,
  payLow: m.desk_post_pay_missing,
  payHigh: m.desk_post_pay_order,
  payRange: m.desk_post_pay_absurd,
  location: m.desk_post_place_missing,
  description: m.desk_post_duties_missing,
};

const FIELDS: Record<JobField, () => string> = {
  occupation: m.desk_post_templates,
  title: m.desk_post_title,
  payLow: m.desk_post_pay_low,
  payHigh: m.desk_post_pay_high,
  payUnit: m.desk_post_pay_unit,
  employmentType: m.desk_post_hours,
  shifts: m.desk_post_shifts,
  locationId: m.desk_post_place,
  alsoAt: m.desk_post_places,
  openings: m.desk_post_openings,
  alwaysHiring: m.desk_post_always,
  description: m.desk_post_duties,
  benefits: m.desk_post_benefits,
  experienceYears: m.desk_post_experience,
  start: m.desk_post_start,
  licence: m.desk_post_licence,
  replyDays: m.desk_post_reply,
};

const SHIFTS_IN_TEXT: Record<JobShift, () => string> = {
  "weekday-mornings": m.matching_shift_weekday_mornings,
  "weekday-evenings": m.matching_shift_weekday_evenings,
  weekends: m.matching_shift_weekends,
  "night-shifts": m.matching_shift_night_shifts,
  holidays: m.matching_shift_holidays,
};

/** As on candidates' cards: "Shifts: weekday evenings and weekends". */
export const formatShifts = (shifts: readonly JobShift[]): string => m.matching_shifts({ shifts: formatList(shifts.map((shift) => SHIFTS_IN_TEXT[shift]())) });
export const formatShift = (shift: JobShift): string => SHIFT_NAMES[shift]();
export const formatUnit = (unit: PayUnit): string => UNITS[unit]();
export const formatStart = (start: (typeof STARTS)[number]): string => START_NAMES[start]();
export const formatProblem = (problem: Problem): string => PROBLEMS[problem]();
export const formatField = (field: JobField): string => FIELDS[field]();

/** What closing a job ends for others, by name. */
export type ClosingEnds = Partial<Record<"offered" | "meetings" | "looks" | "staying", readonly string[]>>;

/** Says what closing the job ends, and which applications stay open; "" if there is nothing to say. */
export function formatEnds({ offered = [], meetings = [], looks = [], staying = [] }: ClosingEnds): string {
  const say = (names: readonly string[], text: (inputs: { count: number; names: string }) => string) =>
    names.length > 0 ? text({ count: names.length, names: formatList(names) }) : "";
  return [
    say(offered, m.desk_jobs_offers_ended),
    say(meetings, m.desk_jobs_meetings_ended),
    say(looks, m.desk_jobs_looks_ended),
    say(staying, m.desk_jobs_looks_stay),
  ]
    .filter(Boolean)
    .join(" ");
}
