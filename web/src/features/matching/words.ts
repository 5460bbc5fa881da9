import type { Factor, Reason } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

/** The name of each factor, said first in its reason. */
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

const AND = new Intl.ListFormat(m.ui_locale());
const DOLLARS = new Intl.NumberFormat(m.ui_locale(), {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** Such as "Referee, Host, and Server". */
export function listInWords(words: readonly string[]): string {
  return AND.format(words);
}

/** Such as "weekday evenings and weekends". */
export function shiftsInWords(shifts: readonly string[]): string {
  return AND.format(shifts.map((shift) => SHIFT_NAMES[shift]?.() ?? shift));
}

/** The range of years that an answer of so many years stands for; no line breaks at its hyphen. */
export function yearsInWords(years: number): string {
  if (years >= 5) return "5+";
  return years >= 2 ? "2\u2060-\u20605" : "0\u2060-\u20601";
}

/** Whether the reason speaks for the job. What is unknown, or only partly right, does not. */
export function speaksFor({ code }: Reason): boolean {
  switch (code) {
    case "role_named":
    case "role_sibling":
    case "role_field":
    case "role_similar":
    case "pay_meets":
    case "pay_overlaps":
    case "schedule_fits":
    case "distance_near":
    case "distance_remote":
    case "experience_enough":
    case "experience_not_stated":
      return true;
    case "role_other":
    case "pay_below":
    case "pay_not_stated":
    case "schedule_partly":
    case "schedule_not_stated":
    case "distance_far":
    case "experience_short":
      return false;
    default:
      return code satisfies never;
  }
}

/** The reason in words, to stand after its factor's name. `zip` is where the candidate lives. */
export function reasonInWords(reason: Reason, zip: string): string {
  switch (reason.code) {
    case "role_named":
      return m.matching_role_named();
    case "role_sibling":
      return reason.near ? m.matching_role_sibling({ near: reason.near }) : m.matching_role_sibling_plain();
    case "role_field":
      return m.matching_role_field();
    case "role_similar":
      return m.matching_role_similar();
    case "role_other":
      return m.matching_role_other();
    case "pay_meets":
    case "pay_overlaps":
    case "pay_below":
    case "pay_not_stated":
      return payInWords(reason);
    case "schedule_fits":
      return m.matching_schedule_fits();
    case "schedule_partly":
      return AND.format(obstacles(reason));
    case "schedule_not_stated":
      return m.matching_schedule_not_stated();
    case "distance_near":
    case "distance_far":
    case "distance_remote":
      return distanceInWords(reason.miles, zip);
    case "experience_enough":
    case "experience_short":
    case "experience_not_stated":
      return experienceInWords(reason);
    default:
      return reason satisfies never;
  }
}

function distanceInWords(miles: number | null, zip: string): string {
  if (miles === null) return m.matching_distance_remote();
  return miles === 0 ? m.matching_distance_same({ zip }) : m.matching_distance({ miles, zip });
}

function payInWords({ code, low, high, wanted }: Extract<Reason, { wanted: number }>): string {
  const asked = { wanted: DOLLARS.format(wanted) };
  switch (code) {
    case "pay_meets":
      return low === wanted || low === null
        ? m.matching_pay_equal(asked)
        : m.matching_pay_meets({ ...asked, low: DOLLARS.format(low) });
    case "pay_overlaps":
      return m.matching_pay_overlaps(asked);
    case "pay_below":
      return high === null
        ? m.matching_pay_not_stated()
        : m.matching_pay_below({ ...asked, high: DOLLARS.format(high) });
    case "pay_not_stated":
      return m.matching_pay_not_stated();
    default:
      return code satisfies never;
  }
}

/** Everything that stands against the job's hours. */
function obstacles({ missing, employmentType, otherHours, weeksLate }: ScheduleReason): string[] {
  const hours = employmentType === "full-time" ? m.matching_full_time() : m.matching_part_time();
  const late =
    weeksLate === 1 ? m.matching_schedule_late() : m.matching_schedule_late_weeks({ weeks: weeksLate });
  return [
    ...(missing.length > 0 ? [m.matching_schedule_missing({ shifts: shiftsInWords(missing) })] : []),
    ...(otherHours ? [m.matching_schedule_hours({ hours })] : []),
    ...(weeksLate > 0 ? [late] : []),
  ];
}
type ScheduleReason = Extract<Reason, { weeksLate: number }>;

function experienceInWords({ asked, have }: Extract<Reason, { have: number }>): string {
  if (asked === null) return m.matching_experience_not_stated();
  if (asked === 0) return m.matching_experience_none();
  const years = { have: yearsInWords(have) };
  return asked === 1 ? m.matching_experience_one(years) : m.matching_experience_many({ ...years, asked });
}
