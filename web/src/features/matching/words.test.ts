import { describe, expect, it } from "vitest";
import type { Reason } from "#/api/types.ts";
import { reasonInWords, shiftsInWords, speaksFor } from "./words.ts";

const pay = { low: 19, high: 24, wanted: 20 };
const hours = { shifts: null, missing: [], employmentType: null, otherHours: false, weeksLate: 0 };

const WORDS: [Reason, string][] = [
  [{ code: "role_named", title: "Server", near: null }, "is what you asked for"],
  [{ code: "role_sibling", title: "Server", near: "Bartender" }, "is close to Bartender"],
  [{ code: "role_sibling", title: "Server", near: null }, "is close to what you asked for"],
  [{ code: "role_field", title: "Server", near: null }, "is in the field you named"],
  [{ code: "role_similar", title: "Server", near: null }, "sounds like what you wrote"],
  [{ code: "role_other", title: null, near: null }, "is of another kind"],
  [{ ...pay, code: "pay_meets", low: 20 }, "starts at the $20 you asked for"],
  [{ ...pay, code: "pay_meets", low: 21.5 }, "starts at $21.50, and you asked for $20"],
  [{ ...pay, code: "pay_overlaps" }, "reaches the $20 you asked for"],
  [{ ...pay, code: "pay_below", high: 18 }, "goes up to $18, and you asked for $20"],
  [{ ...pay, code: "pay_not_stated", low: null, high: null }, "is not given"],
  [{ ...hours, code: "schedule_fits" }, "fit the times you picked"],
  [
    { ...hours, code: "schedule_partly", missing: ["holidays", "weekends"] },
    "include holidays and weekends, which you did not pick",
  ],
  [
    { ...hours, code: "schedule_partly", employmentType: "full-time", otherHours: true, weeksLate: 1 },
    "are full-time and start 1 week sooner than you can",
  ],
  [{ ...hours, code: "schedule_partly", weeksLate: 2 }, "start 2 weeks sooner than you can"],
  [{ ...hours, code: "schedule_not_stated" }, "are not all given yet"],
  [{ code: "distance_near", miles: 0.8 }, "is about 0.8 miles from 10001"],
  [{ code: "distance_near", miles: 0 }, "is right in 10001"],
  [{ code: "distance_far", miles: 14 }, "is about 14 miles from 10001"],
  [{ code: "distance_remote", miles: null }, "is your own home"],
  [{ code: "experience_enough", asked: 0, have: 3 }, "is not needed"],
  [{ code: "experience_enough", asked: 1, have: 5 }, "asked: 1 year. You have 5+"],
  [{ code: "experience_short", asked: 3, have: 0 }, "asked: 3 years. You have 0-1"],
  [{ code: "experience_not_stated", asked: null, have: 0 }, "is not asked for"],
];

describe("reasons in words", () => {
  it.each(WORDS)("%o", (reason, words) => {
    expect(reasonInWords(reason, "10001").replaceAll("\u2060", "")).toBe(words);
  });

  it("count for the job only what fits", () => {
    const against = WORDS.map(([reason]) => reason)
      .filter((reason) => !speaksFor(reason))
      .map(({ code }) => code);
    expect(new Set(against)).toEqual(
      new Set([
        "role_other",
        "pay_below",
        "pay_not_stated",
        "schedule_partly",
        "schedule_not_stated",
        "distance_far",
        "experience_short",
      ]),
    );
  });

  it("name shifts as one list", () => {
    expect(shiftsInWords(["weekday-evenings", "weekends", "night-shifts"])).toBe(
      "weekday evenings, weekends, and nights",
    );
  });
});
