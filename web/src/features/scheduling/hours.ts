/** When an interview can be scheduled, in the home zone. The server enforces the same rules. */

import { momentIn, twoDigits, wallClock } from "#/format/zones.ts";
import { homeZone } from "#/platform/zone.ts";

const OPENS = 9;
const CLOSES = 18;

/** The error of a time; null if it is valid. */
export type Objection = "too-soon" | "closed" | null;

/** Returns the first available time in the format of `<input type="datetime-local">`: 9:00 on the day after `now`. */
export function earliest(now: Date): string {
  const [year = 0, month = 1, day = 1] = wallClock(homeZone(), now);
  const first = new Date(Date.UTC(year, month - 1, day + 1));
  return `${first.toISOString().slice(0, 10)}T${twoDigits(OPENS)}:00`;
}

/** Validates the value of such an input. */
export function objectionTo(value: string, now: Date): Objection {
  const wanted = new Date(`${value}Z`);
  if (wanted < new Date(`${earliest(now)}Z`)) return "too-soon";
  const weekend = wanted.getUTCDay() === 0 || wanted.getUTCDay() === 6;
  return weekend || wanted.getUTCHours() < OPENS || wanted.getUTCHours() >= CLOSES ? "closed" : null;
}

/** Converts the value of such an input to the API's format. */
export function asInstant(value: string): string {
  return momentIn(homeZone(), value).toISOString();
}

/** The reverse conversion. */
export function asLocal(instant: string): string {
  const [year = 0, ...rest] = wallClock(homeZone(), new Date(instant));
  const [month = 0, day = 0, hour = 0, minute = 0] = rest.map(twoDigits);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}
