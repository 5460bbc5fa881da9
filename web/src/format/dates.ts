/** Dates and times in the page's language, in the time zone of this device. `calendar.ts` has those of another zone. */

import { m } from "#/messages.gen/messages.js";
import { homeZone, zoneAbbreviation } from "./zones.ts";

/** Formats moments with `options`. The formatter is made at its first use and then kept: making one is slow. */
function formatWith(options: Intl.DateTimeFormatOptions): (moment: string | number) => string {
  let formatter: Intl.DateTimeFormat | undefined;
  return (moment) => (formatter ??= new Intl.DateTimeFormat(m.ui_locale(), options)).format(new Date(moment));
}

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
const LONG_DATE = { year: "numeric", month: "long", day: "numeric" } as const;
/** AM or PM at the end, and the space before it. */
const DAY_PERIOD = /\s(?=(?:[AP]M|[ap]\.\s?m\.)$)/;

/** Such as "Jan 05, 2025". */
export const formatDate = formatWith({ year: "numeric", month: "short", day: "2-digit" });

/** Such as "January 5, 2025". */
export const formatLongDate = formatWith(LONG_DATE);

/** Such as "9:00 AM". */
export const formatTime = formatWith(CLOCK);

/** Such as "Jan 5, 2025, 9:00 AM". */
export const formatMediumDateTime = formatWith({ dateStyle: "medium", timeStyle: "short" });

const longDateTime = formatWith({ ...LONG_DATE, ...CLOCK });

/** Such as "January 5, 2025 at 9:00 AM". The line does not break before AM or PM. */
export function formatLongDateTime(moment: string): string {
  return longDateTime(moment).replace(DAY_PERIOD, "\u00a0");
}

/** Such as "Jan 05, 2025, 9:00 AM". */
export function formatDateTime(moment: string): string {
  return m.dashboard_moment({ date: formatDate(moment), time: formatTime(moment) });
}

/** Such as "9:00 AM EST". */
export function formatTimeWithZone(moment: string | number): string {
  return `${formatTime(moment)} ${zoneAbbreviation(homeZone(), new Date(moment))}`;
}

/** Such as "Jan 05, 2025, 9:00 AM EST". */
export function formatAppointment(moment: string): string {
  return m.dashboard_moment({ date: formatDate(moment), time: formatTimeWithZone(moment) });
}

/** Such as "3:00-3:15 PM". */
export function formatTimeRange(from: string, to: string): string {
  const [start = ""] = formatTime(from).split(DAY_PERIOD);
  return m.matching_slots_range({ from: start, to: formatTime(to) });
}
