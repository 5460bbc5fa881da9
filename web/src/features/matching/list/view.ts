import type { MatchView } from "#/api/matches.queries.ts";
import { type AppPath, type PageQuery, pathTo } from "#/platform/paths.ts";

export const SORTS = ["best", "pay", "distance", "newest"] as const;
export const TIMES = ["weekday-mornings", "weekday-evenings", "weekends", "night-shifts", "holidays"] as const;
export const RATES = [15, 18, 20, 22, 25, 30] as const;
export const MILES = [3, 5, 10, 15] as const;
const SHOWS = ["all", "saved", "hidden"] as const;

export type Show = (typeof SHOWS)[number];
export type Time = (typeof TIMES)[number];
type Kind = NonNullable<MatchView["category"]>;

const KNOWN_KINDS: Record<Kind, true> = {
  construction: true,
  transportation: true,
  hospitality: true,
  "maintenance-repair": true,
  "salon-spa": true,
  "restaurants-bars": true,
  fitness: true,
  healthcare: true,
  retail: true,
  production: true,
  security: true,
  office: true,
  delivery: true,
  cleaning: true,
  care: true,
  farming: true,
};
const KINDS = Object.keys(KNOWN_KINDS) as Kind[];

/** The state of the page, as stored in its URL: returning from a job restores the list. */
export interface State {
  show: Show;
  sort: (typeof SORTS)[number];
  pay: number | null;
  miles: number | null;
  hours: "full-time" | "part-time" | null;
  times: Time[];
  kind: Kind | null;
}

/** Parses the query of an address; ignores unknown choices. */
export function stateOf(query: PageQuery<"/matches">): State {
  const times = (query.times ?? "").split(",");
  return {
    show: oneOf(SHOWS, query.show) ?? "all",
    sort: oneOf(SORTS, query.sort) ?? "best",
    pay: oneOf(RATES, Number(query.pay)),
    miles: oneOf(MILES, Number(query.miles)),
    hours: oneOf(["full-time", "part-time"] as const, query.hours),
    times: TIMES.filter((time) => times.includes(time)),
    kind: oneOf(KINDS, query.kind),
  };
}

/** Returns the address of a state, without default values. */
export function addressOfList({ show, sort, pay, miles, hours, times, kind }: State): AppPath {
  return pathTo("/matches", {
    ...(show !== "all" && { show }),
    ...(sort !== "best" && { sort }),
    ...(pay !== null && { pay: String(pay) }),
    ...(miles !== null && { miles: String(miles) }),
    ...(hours !== null && { hours }),
    ...(times.length > 0 && { times: times.join(",") }),
    ...(kind !== null && { kind }),
  });
}

/** Returns the query parameters for the server. */
export function viewOf({ sort, pay, miles, hours, times, kind }: State): MatchView {
  return {
    sort,
    ...(pay !== null && { leastPay: pay }),
    ...(miles !== null && { mostMiles: miles }),
    ...(hours !== null && { employmentType: hours }),
    ...(times.length > 0 && { shifts: times }),
    ...(kind !== null && { category: kind }),
  };
}

export const NO_FILTERS = { pay: null, miles: null, hours: null, times: [], kind: null } satisfies Partial<State>;

/** Returns the number of active filters. */
export function filtersOn({ pay, miles, hours, times, kind }: State): number {
  return [pay, miles, hours, times[0] ?? null, kind].filter((value) => value !== null).length;
}

function oneOf<Choice>(choices: readonly Choice[], value: unknown): Choice | null {
  return choices.find((choice) => choice === value) ?? null;
}
