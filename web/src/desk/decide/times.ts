import type { DecideOptions } from "#/api/types.ts";

type Day = DecideOptions["days"][number];
type Time = Day["times"][number];

/** Times that are shown at once. */
export const SHOWN = 12;

/** Times of one day before those of the next days. */
const PER_DAY = 4;

/** Returns the times in the order in which they are shown: the usual ones of all days, then the others. */
export function orderTimes(days: readonly Day[]): Time[] {
  const isUsual = (time: Time) => rank(time) < UNUSUAL;
  return [...inRounds(days, isUsual), ...inRounds(days, (time) => !isUsual(time))];
}

/** Returns such times: of each day the best ones first, then the next best of each. */
function inRounds(days: readonly Day[], isWanted: (time: Time) => boolean): Time[] {
  const best = days.map(({ times }) => times.filter(isWanted).sort((a, b) => rank(a) - rank(b) || a.startsAt.localeCompare(b.startsAt)));
  const rounds = Math.ceil(Math.max(0, ...best.map(({ length }) => length)) / PER_DAY);
  return Array.from({ length: rounds }, (_, round) => best.flatMap((times) => times.slice(round * PER_DAY, (round + 1) * PER_DAY))).flat();
}

const UNUSUAL = 2;

/** Usual hours at which the candidate can work come first, times at which the member is busy last. */
function rank({ busy, usual, fits }: Time): number {
  if (busy) return 4;
  return (usual ? 0 : UNUSUAL) + (fits ? 0 : 1);
}

/**
 * Returns the chosen times and as many others from the `first` one on as there is room for, by day; and where to go on.
 * `only`: the day of the others; "" for all.
 */
export function pageOfTimes(days: readonly Day[], chosen: readonly string[], first: number, only = ""): { days: Day[]; next: number | null } {
  const others = orderTimes(days.filter(({ day }) => only === "" || day === only)).filter(({ startsAt }) => !chosen.includes(startsAt));
  const room = SHOWN - chosen.length;
  const page = new Set(others.slice(first, first + room));
  const shown = days.map((day) => ({ ...day, times: day.times.filter((one) => chosen.includes(one.startsAt) || page.has(one)) }));
  const next = first + room;
  return { days: shown.filter(({ times }) => times.length > 0), next: next < others.length ? next : null };
}
