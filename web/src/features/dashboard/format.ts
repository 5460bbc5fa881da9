import type { Interview, InterviewReport, MatchedJob, User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { answersRead } from "./figures.ts";

/** "Full-Time" or "Part-Time"; null if unknown. */
export function formatEmployment(type: User["employmentType"]): string | null {
  if (type === null) return null;
  return type === "full-time" ? m.questions_full_time() : m.questions_part_time();
}

/** The range for a stored number: 0 for 0-1 years, 3 for 2-5, 5 for 5 and more. Null if unknown. */
export function formatExperience(years: User["yearsExperience"]): string | null {
  if (years === null) return null;
  if (years >= 5) return m.questions_experience_5();
  return years >= 2 ? m.questions_experience_2() : m.questions_experience_0();
}

/** The stored "$20/hour" in the page's language. */
export function formatExpectedPay(stored: string): string {
  return stored.replace(/\/hour$/, m.ui_pay_hour());
}

/** The duration of an interview in minutes, from `minutesOf`. */
export function formatMinutes(minutes: number): string {
  return minutes === 0 ? m.dashboard_interviews_no_minute() : m.dashboard_interviews_minutes({ count: minutes });
}

/** A score in percent, and from how many answers it comes if some have no level. */
export function formatScore(score: number, reports: readonly (InterviewReport | null)[]): string {
  const { count, total } = answersRead(reports);
  return count < total ? m.dashboard_score_part({ score, count, total }) : m.dashboard_interviews_percent({ score });
}

/** The employer and the distance of a job. */
export function employerAndPlace({ employer, remote, distanceMiles: miles, city, state }: MatchedJob): string {
  const home = () => (state ? m.dashboard_matches_remote_in({ state }) : m.dashboard_matches_remote());
  const place = remote ? home() : miles === null ? city : formatDistance(miles);
  return place ? m.dashboard_matches_place({ employer, place }) : employer;
}

function formatDistance(miles: number): string {
  return miles === 0 ? m.dashboard_matches_same() : m.dashboard_matches_miles({ count: miles });
}

const SHIFT_NAMES: Record<string, () => string> = {
  "weekday-mornings": m.questions_weekday_mornings,
  "weekday-evenings": m.questions_weekday_evenings,
  weekends: m.questions_weekends,
  "night-shifts": m.questions_night_shifts,
  holidays: m.questions_holidays,
};

/** The working hours: "Weekday Evenings, Weekends". Null if the employer does not provide them. */
export function formatShiftNames(shifts: MatchedJob["shifts"]): string | null {
  if (!shifts || shifts.length === 0) return null;
  return shifts.map((shift) => SHIFT_NAMES[shift]?.() ?? shift).join(", ");
}

export const STATE_NAMES: Record<Interview["status"], () => string> = {
  scheduled: m.dashboard_state_scheduled,
  "in-progress": m.dashboard_state_in_progress,
  completed: m.dashboard_state_completed,
  cancelled: m.dashboard_state_cancelled,
};

export const STATE_TONES = {
  scheduled: "info",
  "in-progress": "good",
  completed: "plain",
  cancelled: "bad",
} as const satisfies Record<Interview["status"], string>;
