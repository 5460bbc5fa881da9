/** Time zones and their names in the page's language. */

import { m } from "#/messages.gen/messages.js";

/** The IANA name of this device's zone; UTC in old browsers that do not know it. */
export function homeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone?.includes("/") ? zone : "UTC";
}

/** Example: "2026-03-02". No locale's own format is the same in all browsers: that of Canada was "3/2/2026" for years. */
export function calendarDate(zone: string, moment: Date): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: zone } as const;
  const parts = new Intl.DateTimeFormat("en-US", options).formatToParts(moment);
  return (["year", "month", "day"] as const).map((wanted) => parts.find(({ type }) => type === wanted)?.value).join("-");
}

/** Example: "Eastern Time (New York)". */
export function formatZone(zone: string): string {
  const city = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  const name = zoneName(zone, "longGeneric", new Date());
  return name.includes(city) || zone === "UTC" ? name : `${name} (${city})`;
}

/** Example: "EST" or "EDT", depending on the date. */
export function zoneAbbreviation(zone: string, moment: Date): string {
  return zoneName(zone, "short", moment);
}

function zoneName(timeZone: string, timeZoneName: "longGeneric" | "short", moment: Date): string {
  const parts = new Intl.DateTimeFormat(m.ui_locale(), { timeZone, timeZoneName }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The selectable zones, always including `present`. */
export function allZones(present: string): string[] {
  const known = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : [];
  return known.includes(present) ? known : [present, ...known];
}
