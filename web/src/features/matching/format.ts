import type { Factor, Reason } from "#/api/types.ts";
import { formatList } from "#/format/lists.ts";
import { formatDollars } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";

/** The name of each factor, at the start of its reason. */
export const FACTOR_NAMES: Record<Factor["name"], () => string> = {
  role: m.matching_factor_role,
  pay: m.matching_factor_pay,
  schedule: m.matching_factor_schedule,
  distance: m.matching_factor_distance,
  experience: m.matching_factor_experience,
};

const SHIFT_NAMES: Record<string, () => string> = {
  "weekday-mornings": m.matching_shift_weekday_mornings,
  "weekday-evenings": m.matching_shift_weekday_evenings,
  weekends: m.matching_shift_weekends,
  "night-shifts": m.matching_shift_night_shifts,
  holidays: m.matching_shift_holidays,
};

/** The requested pay, stored as "$20/hour", in the page's language. */
export function formatAskedPay(kept: string): string {
  const amount = Number(/\d+(?:\.\d+)?/.exec(kept)?.[0] ?? NaN);
  return Number.isNaN(amount) ? kept : m.matching_rate({ pay: formatDollars(amount) });
}

/** Example: "weekday evenings and weekends". */
export function formatShifts(shifts: readonly string[]): string {
  return formatList(shifts.map((shift) => SHIFT_NAMES[shift]?.() ?? shift));
}

/** The range of years for a stored number, without line breaks at its hyphen. */
export function formatYearsRange(years: number): string {
  if (years >= 5) return "5+";
  return years >= 2 ? "2\u2060-\u20605" : "0\u2060-\u20601";
}

/** Whether the reason counts in favor of the job. Unknown or partial matches do not. */
export function speaksFor({ code }: Reason): boolean {
  switch (code) {
    case "role_named":
    case "role_sibling":
    case "role_field":
    case "role_any":
    case "role_similar":
    case "pay_meets":
    case "schedule_fits":
    case "distance_near":
    case "distance_remote":
    case "experience_enough":
      return true;
    case "role_other":
    case "pay_overlaps":
    case "pay_below":
    case "pay_not_stated":
    case "schedule_partly":
    case "schedule_not_stated":
    case "distance_far":
    case "experience_short":
    case "experience_not_stated":
    case "experience_licence":
      return false;
    default:
      return code satisfies never;
  }
}

/** Returns the reason as whole sentences. `zip` is the candidate's zip code. */
export function formatReason(reason: Reason, zip: string): string {
  switch (reason.code) {
    case "role_named":
      return m.matching_role_named();
    case "role_sibling":
      return reason.near ? m.matching_role_sibling({ near: reason.near }) : m.matching_role_sibling_plain();
    case "role_field":
      return m.matching_role_field();
    case "role_any":
      return m.matching_role_any();
    case "role_similar":
      return m.matching_role_similar();
    case "role_other":
      return m.matching_role_other();
    case "pay_meets":
    case "pay_overlaps":
    case "pay_below":
    case "pay_not_stated":
      return formatPayReason(reason);
    case "schedule_fits":
      return m.matching_schedule_fits();
    case "schedule_partly":
      return obstacles(reason).join(" ");
    case "schedule_not_stated":
      return m.matching_schedule_not_stated();
    case "distance_near":
    case "distance_far":
    case "distance_remote":
      return formatDistanceReason(reason.miles, zip);
    case "experience_enough":
    case "experience_short":
    case "experience_not_stated":
    case "experience_licence":
      return formatExperienceReason(reason);
    default:
      return reason satisfies never;
  }
}

function formatDistanceReason(miles: number | null, zip: string): string {
  if (miles === null) return m.matching_distance_remote();
  return miles === 0 ? m.matching_distance_same({ zip }) : m.matching_distance({ miles, zip });
}

function formatPayReason({ code, low, high, wanted }: Extract<Reason, { wanted: number }>): string {
  const asked = { wanted: formatDollars(wanted) };
  switch (code) {
    case "pay_meets":
      return low === wanted || low === null ? m.matching_pay_equal(asked) : m.matching_pay_meets({ ...asked, low: formatDollars(low) });
    case "pay_overlaps":
      if (high === null) return m.matching_pay_equal(asked);
      return low === null
        ? m.matching_pay_up_to({ ...asked, high: formatDollars(high) })
        : m.matching_pay_overlaps({ ...asked, low: formatDollars(low), high: formatDollars(high) });
    case "pay_below":
      if (high !== null) return m.matching_pay_below({ ...asked, high: formatDollars(high) });
      return low === null ? m.matching_pay_not_stated() : m.matching_pay_meets({ ...asked, low: formatDollars(low) });
    case "pay_not_stated":
      return m.matching_pay_not_stated();
    default:
      return code satisfies never;
  }
}

/** Returns all conflicts with the job's hours. */
function obstacles({ missing, employmentType, otherHours, weeksLate }: ScheduleReason): string[] {
  const hours = employmentType === "full-time" ? m.matching_full_time() : m.matching_part_time();
  return [
    ...(missing.length > 0 ? [m.matching_schedule_missing({ shifts: formatShifts(missing) })] : []),
    ...(otherHours ? [m.matching_schedule_hours({ hours })] : []),
    ...(weeksLate > 0 ? [m.matching_schedule_late_weeks({ weeks: weeksLate })] : []),
  ];
}
type ScheduleReason = Extract<Reason, { weeksLate: number }>;

function formatExperienceReason({ code, asked, have, needs }: Extract<Reason, { have: number }>): string {
  const years = yearsNeeded(asked, have);
  if (!needs) return years;
  const licence = m.matching_experience_licence({ needs });
  return code === "experience_short" ? `${years} ${licence}` : licence;
}

function yearsNeeded(asked: number | null, have: number): string {
  if (asked === null) return m.matching_experience_not_stated();
  return asked === 0 ? m.matching_experience_none() : m.matching_experience_many({ asked, have: formatYearsRange(have) });
}
