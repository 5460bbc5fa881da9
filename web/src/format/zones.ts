/** Time zones and their names in the page's language. The only place that formats dates and times in a zone. */

import { m } from "#/messages.gen/messages.js";
import { deviceZone, homeZone, isUsableZone } from "#/platform/zone.ts";

/** Returns a formatter. A zone that this browser does not know becomes the home zone, so that nothing fails. */
export function formatterIn(zone: string, options: Intl.DateTimeFormatOptions, locale: string = m.ui_locale()): Intl.DateTimeFormat {
  // eslint-disable-next-line no-restricted-syntax
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: knownZone(zone) });
}

/** AM or PM at the end, and the space before it. */
export const DAY_PERIOD = /\s(?=(?:[AP]M|[ap]\.\s?m\.)$)/;

/** A time, a date or a short label in one piece: no line breaks at its spaces. */
export const unbroken = (words: string) => words.replaceAll(/\s/g, "\u00a0");

function knownZone(zone: string): string {
  return isUsableZone(zone) ? zone : homeZone();
}

/** Example: "2026-03-02". No locale's own format is the same in all browsers: that of Canada was "3/2/2026" for years. */
export function calendarDate(zone: string, moment: Date): string {
  const [year = 0, month = 0, day = 0] = wallClock(zone, moment);
  return [String(year).padStart(4, "0"), twoDigits(month), twoDigits(day)].join("-");
}

/** Year, month (from 1), day, hour and minute in the zone. */
export function wallClock(zone: string, moment: Date): number[] {
  const names = ["year", "month", "day", "hour", "minute"] as const;
  const options = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", hourCycle: "h23" } as const;
  const parts = formatterIn(zone, options, "en-US").formatToParts(moment);
  return names.map((name) => Number(parts.find(({ type }) => type === name)?.value));
}

/** Converts a wall clock time such as "2026-03-02T09:00" in the zone to a moment. */
export function momentIn(zone: string, local: string): Date {
  const wanted = Date.parse(`${local}Z`);
  const offsetAt = (moment: number) => {
    const [year = 0, month = 1, day, hour, minute] = wallClock(zone, new Date(moment));
    return Date.UTC(year, month - 1, day, hour, minute) - moment;
  };
  // The second step is for times near a change of the clocks.
  return new Date(wanted - offsetAt(wanted - offsetAt(wanted)));
}

export function twoDigits(figure: number): string {
  return String(figure).padStart(2, "0");
}

/** Example: "Eastern Time (New York)". */
export function formatZone(name: string): string {
  const zone = knownZone(name);
  const city = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  const title = zoneName(zone, "longGeneric", new Date());
  return title.includes(city) || !zone.includes("/") ? title : `${title} (${city})`;
}

/** Example: "EST" or "EDT", depending on the date. */
export function zoneAbbreviation(zone: string, moment: Date): string {
  return zoneName(zone, "short", moment);
}

/** Whether a zone has the same time as this device, now or at `moment`. */
export function isOwnZone(zone: string, moment: Date = new Date()): boolean {
  const own = deviceZone();
  return own !== null && zoneAbbreviation(zone, moment) === zoneAbbreviation(own, moment);
}

/**
 * A time with its zone: "9:00 AM EST", "9:00 a.m., hora oriental", because Spanish knows no such abbreviations. Without it where that is
 * the zone of this device.
 */
export function withZone(time: string, zone: string, moment: Date): string {
  if (isOwnZone(zone, moment)) return time;
  return m.ui_time_in_zone({ time, zone: zoneName(zone, m.ui_locale().startsWith("en") ? "short" : "longGeneric", moment) });
}

function zoneName(zone: string, timeZoneName: "longGeneric" | "short", moment: Date): string {
  const parts = formatterIn(zone, { timeZoneName }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** The selectable zones, always including `present`. */
export function allZones(present: string): string[] {
  const known = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : [];
  return known.includes(present) ? known : [present, ...known];
}
