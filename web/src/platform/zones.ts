import { pageLanguage } from "./language.ts";

/** The IANA name of the zone this device is set to; some old browsers do not know it. */
export function homeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone?.includes("/") ? zone : "UTC";
}

/** Such as "Eastern Time (New York)". */
export function formatZone(zone: string): string {
  const city = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  const name = zoneName(zone, "longGeneric", new Date());
  return name.includes(city) || zone === "UTC" ? name : `${name} (${city})`;
}

/** Such as "EST": what the zone is called at this moment. */
export function zoneAbbreviation(zone: string, moment: Date): string {
  return zoneName(zone, "short", moment);
}

function zoneName(timeZone: string, timeZoneName: "longGeneric" | "short", moment: Date): string {
  const locale = pageLanguage() === "es" ? "es-US" : "en-US";
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The zones to choose from; `present` is always among them. */
export function allZones(present: string): string[] {
  const known = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : [];
  return known.includes(present) ? known : [present, ...known];
}
