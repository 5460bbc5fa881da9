import { expect, it } from "vitest";
import { someCompetency, someReport } from "#/testing/interviews.ts";
import { someJob } from "#/testing/matches.ts";
import { employerAndPlace, formatEmployment, formatMinutes, formatShiftNames, STATE_TONES, formatExperience, formatScore } from "./format.ts";

it("formats a number of years as its range", () => {
  expect([null, 0, 3, 5].map(formatExperience)).toEqual([null, "0-1 Years", "2-5 Years", "5+ Years"]);
});

it("says from how many answers a score comes, if not from all", () => {
  const of = (...levels: (number | null)[]) => ({ ...someReport, competencies: levels.map((level) => someCompetency({ level })) });
  expect(formatScore(100, [of(5, 5, 5, null, null)])).toBe("100% (3 of 5 answers)");
  expect(formatScore(90, [of(5, null), of(4, 4)])).toBe("90% (3 of 4 answers)");
  expect([formatScore(80, [of(4, 4)]), formatScore(80, [null])]).toEqual(["80%", "80%"]);
});

it("shows the states of an interview in blue, green, grey and red", () => {
  expect(STATE_TONES).toEqual({ scheduled: "info", "in-progress": "good", completed: "plain", cancelled: "bad" });
});

it("formats the kind of employment", () => {
  expect(["full-time", "part-time", null].map(formatEmployment)).toEqual(["Full-Time", "Part-Time", null]);
});

it("formats whole minutes", () => {
  expect([0, 1, 11].map(formatMinutes)).toEqual(["under 1 minute", "1 minute", "11 minutes"]);
});

it("formats a job's employer and location", () => {
  const place = (over: Parameters<typeof someJob>[0]) => employerAndPlace(someJob(over));
  expect(place({ distanceMiles: 0.8 })).toBe("Two Spoons Diner, 0.8 miles");
  expect(place({ distanceMiles: 1 })).toBe("Two Spoons Diner, 1 mile");
  expect(place({ distanceMiles: 0 })).toBe("Two Spoons Diner, in your zip code");
  expect(place({ distanceMiles: null, remote: true, state: null })).toBe("Two Spoons Diner, from home");
  expect(place({ distanceMiles: null, remote: true, state: "TX" })).toBe("Two Spoons Diner, from home, in TX");
  expect(place({ distanceMiles: null, city: "Hoboken" })).toBe("Two Spoons Diner, Hoboken");
  expect(place({ distanceMiles: null, city: null })).toBe("Two Spoons Diner");
});

it("formats the working hours, where the employer provides them", () => {
  expect(formatShiftNames(["weekday-evenings", "weekends"])).toBe("Weekday Evenings, Weekends");
  expect(formatShiftNames([])).toBeNull();
  expect(formatShiftNames(null)).toBeNull();
});
