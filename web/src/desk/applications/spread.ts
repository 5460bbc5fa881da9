/** Invitations of many people to few times: who is offered which, so that nobody finds none left. */

import { MAX_TOGETHER } from "#/api/deskDecide.queries.ts";
import type { DecideOptions } from "#/api/types.ts";
import { MAX_TIMES } from "#/desk/decide/draft.ts";

/** People who are offered the same times. */
export type Group<Person> = { people: Person[]; times: readonly string[] };

/**
 * Returns groups with as many times as people, of at most as many as one invitation holds. With fewer times than people,
 * all are offered the same ones.
 */
export function spread<Person>(people: readonly Person[], times: readonly string[]): Group<Person>[] {
  if (times.length < people.length || people.length === 0) return [{ people: [...people], times: times.slice(0, MAX_TIMES) }];
  const count = Math.ceil(people.length / MAX_TIMES);
  return Array.from({ length: count }, (_, at) => ({
    people: people.filter((_person, index) => index % count === at),
    times: times.filter((_time, index) => index % count === at).slice(0, MAX_TIMES),
  }));
}

/** Returns a group divided into as many requests as it needs. */
export function batches<Person>({ people, times }: Group<Person>): Group<Person>[] {
  const count = Math.ceil(people.length / MAX_TOGETHER);
  return Array.from({ length: count }, (_, at) => ({ people: people.slice(at * MAX_TOGETHER, (at + 1) * MAX_TOGETHER), times }));
}

/** Returns the chosen times and the nearest free ones at usual hours, up to one for each of so many people; none overlap. */
export function timesFor(count: number, { days, minutes }: Pick<DecideOptions, "days" | "minutes">, chosen: readonly string[]): string[] {
  const length = minutes * 60_000;
  const found = [...chosen];
  const times = days.flatMap((day) => day.times);
  for (const { startsAt, busy } of [...times.filter(({ usual }) => usual), ...times.filter(({ usual }) => !usual)]) {
    if (found.length >= count) break;
    const overlaps = found.some((one) => Math.abs(Date.parse(one) - Date.parse(startsAt)) < length);
    if (!busy && !overlaps) found.push(startsAt);
  }
  return found.sort();
}
