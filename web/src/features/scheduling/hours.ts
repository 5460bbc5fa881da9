/** When an interview can be scheduled, by the clock of this device. The server holds the same rules. */

const OPENS = 9;
const CLOSES = 18;

/** What is wrong with a time; null if nothing is. */
export type Objection = "too-soon" | "closed" | null;

/** The first time one can have, as an `<input type="datetime-local">` takes it: 9:00 of the day after `now`. */
export function earliest(now: Date): string {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, OPENS);
  const two = (figure: number) => String(figure).padStart(2, "0");
  return `${first.getFullYear()}-${two(first.getMonth() + 1)}-${two(first.getDate())}T${two(OPENS)}:00`;
}

/** Looks at what such an input holds. */
export function objectionTo(value: string, now: Date): Objection {
  const wanted = new Date(value);
  if (wanted < new Date(earliest(now))) return "too-soon";
  const weekend = wanted.getDay() === 0 || wanted.getDay() === 6;
  return weekend || wanted.getHours() < OPENS || wanted.getHours() >= CLOSES ? "closed" : null;
}

/** The moment that such an input holds, as the wire writes it. */
export function asInstant(value: string): string {
  return new Date(value).toISOString();
}

/** The same the other way round. */
export function asLocal(instant: string): string {
  const moment = new Date(instant);
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
