/** When an interview can be scheduled, in this device's time zone. The server enforces the same rules. */

const OPENS = 9;
const CLOSES = 18;

/** The error of a time; null if it is valid. */
export type Objection = "too-soon" | "closed" | null;

/** Returns the first available time in the format of `<input type="datetime-local">`: 9:00 on the day after `now`. */
export function earliest(now: Date): string {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, OPENS);
  const two = (figure: number) => String(figure).padStart(2, "0");
  return `${first.getFullYear()}-${two(first.getMonth() + 1)}-${two(first.getDate())}T${two(OPENS)}:00`;
}

/** Validates the value of such an input. */
export function objectionTo(value: string, now: Date): Objection {
  const wanted = new Date(value);
  if (wanted < new Date(earliest(now))) return "too-soon";
  const weekend = wanted.getDay() === 0 || wanted.getDay() === 6;
  return weekend || wanted.getHours() < OPENS || wanted.getHours() >= CLOSES ? "closed" : null;
}

/** Converts the value of such an input to the API's format. */
export function asInstant(value: string): string {
  return new Date(value).toISOString();
}

/** The reverse conversion. */
export function asLocal(instant: string): string {
  const moment = new Date(instant);
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
