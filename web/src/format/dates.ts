/** Dates and times in the page's language, in this device's time zone. See `calendar.ts` for other zones. */

import { m } from "#/messages.gen/messages.js";
import { formatterIn, withZone } from "./zones.ts";
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

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
const LONG_DATE = { year: "numeric", month: "long", day: "numeric" } as const;
/** AM or PM at the end, and the space before it. */
const DAY_PERIOD = /\s(?=(?:[AP]M|[ap]\.\s?m\.)$)/;

/** Example: "Jan 05, 2025". */
export const formatDate = formatWith({ year: "numeric", month: "short", day: "2-digit" });

/** Example: "January 5, 2025". */
export const formatLongDate = formatWith(LONG_DATE);

/** Example: "9:00 AM". */
export const formatTime = formatWith(CLOCK);

/** Example: "Jan 5, 2025, 9:00 AM". */
export const formatMediumDateTime = formatWith({ dateStyle: "medium", timeStyle: "short" });

const longDateTime = formatWith({ ...LONG_DATE, ...CLOCK });

/** Example: "January 5, 2025 at 9:00 AM". The line does not break before AM or PM. */
export function formatLongDateTime(moment: string): string {
  return longDateTime(moment).replace(DAY_PERIOD, "\u00a0");
}

/** Example: "Jan 05, 2025, 9:00 AM". */
export function formatDateTime(moment: string): string {
  return m.dashboard_moment({ date: formatDate(moment), time: formatTime(moment) });
}

/** Example: "9:00 AM EST"; the zone only if it is not this device's. */
export function formatTimeWithZone(moment: string | number): string {
  return withZone(formatTime(moment), homeZone(), new Date(moment));
}

/** Example: "Jan 05, 2025, 9:00 AM", with its zone as in `formatTimeWithZone`. */
export function formatAppointment(moment: string): string {
  return m.dashboard_moment({ date: formatDate(moment), time: formatTimeWithZone(moment) });
}

/** Example: "3:00-3:15 PM". */
export function formatTimeRange(from: string, to: string): string {
  const [start = ""] = formatTime(from).split(DAY_PERIOD);
  return m.matching_slots_range({ from: start, to: formatTime(to) });
}
