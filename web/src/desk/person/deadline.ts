import { formatDayIn, formatTimeIn } from "#/format/calendar.ts";
import { zoneAbbreviation } from "#/format/zones.ts";
import { m } from "#/messages.gen/messages.js";
import { homeZone } from "#/platform/zone.ts";

/** When a review link ends: "Tuesday, March 3, 9:00 AM EST", always with the zone. */
export function formatDeadline(moment: string): string {
  const zone = homeZone();
  const time = `${formatTimeIn(zone, moment)} ${zoneAbbreviation(zone, new Date(moment))}`;
  return m.booking_chosen({ day: formatDayIn(zone, moment), time });
}
