/** The time zone that this person's times are shown in. */

import { readItem, writeItem } from "./storage.ts";

/** Where most people who use the app are: only until somebody has chosen, and said with every time. */
const FALLBACK = "America/New_York";

const usable = new Map<string, boolean>();

/** Whether this browser knows a zone. It may be newer than the browser, or none: "Etc/Unknown", or an offset as "+05:00". */
export function isUsableZone(zone: string): boolean {
  const known = usable.get(zone);
  if (known !== undefined) return known;
  let works = /^[A-Z]/i.test(zone) && zone !== "Etc/Unknown";
  try {
    // eslint-disable-next-line no-restricted-syntax
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
  } catch {
    works = false;
  }
  usable.set(zone, works);
  return works;
}

/** The IANA name of this device's zone; null if it does not know it. */
export function deviceZone(): string | null {
  // eslint-disable-next-line no-restricted-syntax
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone && isUsableZone(zone) ? zone : null;
}

/** The device's zone; where that is unknown the chosen one, else that of the zip code, else a guess. Always usable. */
export function homeZone(): string {
  const zones = [deviceZone(), readItem("timeZone"), zoneOfZip()];
  return zones.find((zone) => zone !== null && isUsableZone(zone)) ?? FALLBACK;
}

/** Remembers the zone that somebody has chosen on a device that does not know its own. */
export function chooseHomeZone(zone: string): void {
  if (deviceZone() === null) writeItem("timeZone", zone);
}

/** Suggests the zone of the user's zip code, by its first digits; where a state has several, that of most people. */
function zoneOfZip(): string | null {
  // Of the record that `session/user.ts` stores, which nobody else needs here.
  const [, zip] = /"zipCode":"(\d{5})/.exec(readItem("user") ?? "") ?? [];
  return (zip && ZIPS.find(([first]) => first.test(zip))?.[1]) || null;
}

const ZIPS: readonly [RegExp, string][] = [
  [/^00[679]/, "America/Puerto_Rico"],
  [/^96[78]/, "Pacific/Honolulu"],
  [/^99[5-9]/, "America/Anchorage"],
  [/^8[56]/, "America/Phoenix"],
  [/^8[0-478]/, "America/Denver"],
  [/^8[89]|^9/, "America/Los_Angeles"],
  [/^3[5-8]|^[567]/, "America/Chicago"],
  [/^[0-4]/, "America/New_York"],
];
