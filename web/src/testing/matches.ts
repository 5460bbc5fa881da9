import type { MatchedJob, Matches } from "#/api/types.ts";

/** A job that fits in every respect; tests override the relevant fields. */
export function someJob(over: Partial<MatchedJob> = {}): MatchedJob {
  const shifts = ["weekday-evenings"];
  return {
    id: "job-1",
    title: "Restaurant Server",
    employer: "Two Spoons Diner",
    category: "restaurants-bars",
    art: "pan",
    street: "218 9th Ave",
    city: "New York",
    state: "NY",
    zip: "10001",
    remote: false,
    alsoAt: [],
    alwaysHiring: false,
    pay: { low: 19, high: 24 },
    employmentType: "part-time",
    shifts,
    start: null,
    description: null,
    score: 97,
    distanceMiles: 0.8,
    cap: null,
    factors: [
      {
        name: "role",
        value: 1,
        points: 30,
        maxPoints: 30,
        reason: { code: "role_named", title: "Server", near: null },
      },
      {
        name: "pay",
        value: 0.96,
        points: 24,
        maxPoints: 25,
        reason: { code: "pay_overlaps", low: 19, high: 24, wanted: 20 },
      },
    ],
    better: [],
    replies: null,
    saved: false,
    needs: [],
    ...over,
  };
}

/** Two matches near 10001; tests override the relevant fields. */
export function someMatches(over: Partial<Matches> = {}): Matches {
  return {
    totalMatches: 2,
    shown: 2,
    avgMatch: 96,
    perfectMatches: 1,
    catalogueEmpty: false,
    zipCode: "10001",
    place: { city: "New York", state: "NY" },
    highlights: { pay: 2, location: 2, schedule: 1, experience: 0 },
    understood: true,
    readAs: ["Server"],
    suggested: [],
    widen: [],
    saved: 0,
    hidden: 0,
    jobs: [someJob(), someJob({ id: "job-2", title: "Banquet Server", score: 94 })],
    ...over,
  };
}

export const noMatches = someMatches({
  totalMatches: 0,
  shown: 0,
  avgMatch: null,
  perfectMatches: 0,
  highlights: { pay: 0, location: 0, schedule: 0, experience: 0 },
  jobs: [],
});
