import { m } from "#/messages.gen/messages.js";
import { homeZone, zoneAbbreviation } from "#/platform/zones.ts";

/** Dates and times as the person's own clock shows them. */
const DATE = new Intl.DateTimeFormat(m.ui_locale(), { year: "numeric", month: "short", day: "2-digit" });
const TIME = new Intl.DateTimeFormat(m.ui_locale(), { hour: "numeric", minute: "2-digit" });

/** Such as "Jan 05, 2025". */
export function formatDate(iso: string): string {
  return DATE.format(new Date(iso));
}

/** Such as "9:00 AM". */
export function formatTime(iso: string | number): string {
  return TIME.format(new Date(iso));
}

/** Such as "9:00 AM EST": a time to be kept names its zone. */
export function timeWithZone(iso: string | number): string {
  return `${formatTime(iso)} ${zoneAbbreviation(homeZone(), new Date(iso))}`;
}

/** Such as "Jan 05, 2025, 9:00 AM EST". */
export function formatAppointment(iso: string): string {
  return m.dashboard_moment({ date: formatDate(iso), time: timeWithZone(iso) });
}

/** Such as "Jan 05, 2025, 9:00 AM". */
export function formatMoment(iso: string): string {
  return m.dashboard_moment({ date: formatDate(iso), time: formatTime(iso) });
}
