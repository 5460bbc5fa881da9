/** Days and times in the page's language, in the selected time zone. */

import { m } from "#/messages.gen/messages.js";
import { formatterIn, unbroken, withZone } from "./zones.ts";

function format(moment: string, { timeZone, ...options }: Intl.DateTimeFormatOptions & { timeZone: string }): string {
  return formatterIn(timeZone, options).format(new Date(moment));
}

/** Example: "9:00 AM". */
export function formatTimeIn(zone: string, moment: string): string {
  return unbroken(format(moment, { hour: "numeric", minute: "2-digit", timeZone: zone }));
}

/** Example: "Tuesday, March 3". Breaks only after the weekday. */
export function formatDayIn(zone: string, moment: string): string {
  return unbroken(format(moment, { weekday: "long", month: "long", day: "numeric", timeZone: zone })).replace(",\u00a0", ", ");
}

/** Example: "Tuesday, March 3, 9:00 AM EST"; the zone only if it is not this device's. */
export function formatAppointmentIn(zone: string, moment: string): string {
  const time = withZone(formatTimeIn(zone, moment), zone, new Date(moment));
  return m.booking_chosen({ day: formatDayIn(zone, moment), time });
}

/** Example: { weekday: "Tue", day: "Mar 3" } for the calendar date "2026-03-03". */
export function formatShortDay(date: string): { weekday: string; day: string } {
  const noon = `${date}T12:00:00Z`;
  return {
    weekday: format(noon, { weekday: "short", timeZone: "UTC" }),
    day: unbroken(format(noon, { month: "short", day: "numeric", timeZone: "UTC" })),
  };
}

/** Example: { month: "Mar", day: "3" } for the calendar date "2026-03-03". */
export function formatLeaf(date: string): { month: string; day: string } {
  const noon = `${date}T12:00:00Z`;
  return { month: format(noon, { month: "short", timeZone: "UTC" }), day: format(noon, { day: "numeric", timeZone: "UTC" }) };
}
