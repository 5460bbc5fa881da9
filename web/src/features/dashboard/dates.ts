import { m } from "#/messages.gen/messages.js";
import { homeZone, zoneAbbreviation } from "#/platform/zones.ts";

/** Dates and times as the person's own clock shows them. */
const DATE = new Intl.DateTimeFormat(m.ui_locale(), { year: "numeric", month: "short", day: "2-digit" });
const TIME = new Intl.DateTimeFormat(m.ui_locale(), { hour: "numeric", minute: "2-digit" });

/** Such as "Jan 05, 2025". */
export function dateInWords(iso: string): string {
  return DATE.format(new Date(iso));
}

/** Such as "9:00 AM". */
export function timeInWords(iso: string | number): string {
  return TIME.format(new Date(iso));
}

/** Such as "9:00 AM EST": a time to be kept names its zone. */
export function timeWithZone(iso: string | number): string {
  return `${timeInWords(iso)} ${zoneAbbreviation(homeZone(), new Date(iso))}`;
}

/** Such as "Jan 05, 2025, 9:00 AM EST". */
export function appointmentInWords(iso: string): string {
  return m.dashboard_moment({ date: dateInWords(iso), time: timeWithZone(iso) });
}

/** Such as "Jan 05, 2025, 9:00 AM". */
export function momentInWords(iso: string): string {
  return m.dashboard_moment({ date: dateInWords(iso), time: timeInWords(iso) });
}
