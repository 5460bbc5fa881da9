import { homeZone } from "#/platform/zone.ts";
import { formatDateTime, formatTime } from "./dates.ts";
import { calendarDate } from "./zones.ts";

const STEP_MS = 5 * 60_000;

/** An expected moment, rounded up to five minutes: "3:40 PM", or with its date if that is not today. */
export function formatReadyTime(moment: string): string {
  const at = Math.ceil(Date.parse(moment) / STEP_MS) * STEP_MS;
  const dayOf = (moment: number) => calendarDate(homeZone(), new Date(moment));
  return dayOf(at) === dayOf(Date.now()) ? formatTime(at) : formatDateTime(new Date(at).toISOString());
}
