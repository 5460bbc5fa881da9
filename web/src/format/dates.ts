/** Dates and times in the page's language, in this device's time zone. See `calendar.ts` for other zones. */

import { m } from "#/messages.gen/messages.js";
import { DAY_PERIOD, formatterIn, unbroken, withZone } from "./zones.ts";
import { homeZone } from "#/platform/zone.ts";

/** Returns a cached formatter with `options`. It is created on first use, because creation is slow. */
function formatWith(options: Intl.DateTimeFormatOptions): (moment: string | number) => string {
  let made: { zone: string; formatter: Intl.DateTimeFormat } | undefined;
  return (moment) => {
    const zone = homeZone();
    if (made?.zone !== zone) made = { zone, formatter: formatterIn(zone, options) };
    return made.formatter.format(new Date(moment));
  };
}

const yearOf = formatWith({ year: "numeric" });

/** Leaves out the year if it is this one. */
function formatThisYear(options: Intl.DateTimeFormatOptions): (moment: string) => string {
  const short = formatWith(options);
  const withYear = formatWith({ ...options, year: "numeric" });
  return (moment) => (yearOf(moment) === yearOf(Date.now()) ? short : withYear)(moment);
}

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
const LONG_DATE = { month: "long", day: "numeric" } as const;

const shortDate = formatThisYear({ month: "short", day: "numeric" });

/** Example: "Jan 5", or "Jan 5, 2025" in another year. In one piece. */
export const formatDate = (moment: string) => unbroken(shortDate(moment));

/** Example: "January 5", or "January 5, 2025" in another year. */
export const formatLongDate = formatThisYear(LONG_DATE);

const clock = formatWith(CLOCK);

/** Example: "9:00 AM". */
export const formatTime = (moment: string | number) => unbroken(clock(moment));

/** Example: "Jan 5, 9:00 AM", with the year if it is another one. */
export function formatDateTime(moment: string): string {
  return m.dashboard_moment({ date: formatDate(moment), time: formatTime(moment) });
}

/** Example: "9:00 AM EST"; the zone only if it is not this device's. */
export function formatTimeWithZone(moment: string | number): string {
  return withZone(formatTime(moment), homeZone(), new Date(moment));
}

/** Example: "Jan 5, 9:00 AM", with its zone as in `formatTimeWithZone`. */
export function formatAppointment(moment: string): string {
  return m.dashboard_moment({ date: formatDate(moment), time: formatTimeWithZone(moment) });
}

/** Example: "3:00-3:15 PM". */
export function formatTimeRange(from: string, to: string): string {
  const [start = ""] = formatTime(from).split(DAY_PERIOD);
  return m.matching_slots_range({ from: start, to: formatTime(to) });
}
