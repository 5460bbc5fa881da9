import { describe, expect, it } from "vitest";
import type { Reason } from "#/api/types.ts";
import { formatReason, formatShifts, speaksFor } from "./format.ts";

const pay = { low: 19, high: 24, wanted: 20 };
const hours = { shifts: null, missing: [], employmentType: null, otherHours: false, weeksLate: 0 };

const WORDS: [Reason, string][] = [
  [{ code: "role_named", title: "Server", near: null }, "Matches the work you asked for."],
  [{ code: "role_sibling", title: "Server", near: "Bartender" }, "Close to Bartender."],
  [{ code: "role_sibling", title: "Server", near: null }, "Close to the work you asked for."],
  [{ code: "role_field", title: "Server", near: null }, "In the field you asked for."],
  [{ code: "role_similar", title: "Server", near: null }, "Similar to what you wrote."],
  [{ code: "role_other", title: null, near: null }, "A different kind of work."],
  [{ ...pay, code: "pay_meets", low: 20 }, "Starts at the $20 you asked for."],
  [{ ...pay, code: "pay_meets", low: 21.5 }, "Starts at $21.50. You asked for $20."],
  [{ ...pay, code: "pay_overlaps" }, "$19 to $24. You asked for $20."],
  [{ ...pay, code: "pay_below", high: 18 }, "Goes up to $18. You asked for $20."],
  [{ ...pay, code: "pay_overlaps", low: null, high: 22 }, "Up to $22. You asked for $20."],
  [{ ...pay, code: "pay_below", low: 18, high: null }, "Starts at $18. You asked for $20."],
  [{ ...pay, code: "pay_not_stated", low: null, high: null }, "Pay isn't listed."],
  [{ ...hours, code: "schedule_fits" }, "Fits the times you picked."],
  [{ ...hours, code: "schedule_partly", missing: ["holidays", "weekends"] }, "Includes holidays and weekends, which you didn't pick."],
  [{ ...hours, code: "schedule_partly", employmentType: "full-time", otherHours: true, weeksLate: 1 }, "The job is full-time. Starts 1 week before you can."],
  [{ ...hours, code: "schedule_partly", weeksLate: 2 }, "Starts 2 weeks before you can."],
  [{ ...hours, code: "schedule_not_stated" }, "Some shifts aren't listed."],
  [{ code: "distance_near", miles: 0.8 }, "About 0.8 miles from 10001."],
  [{ code: "distance_near", miles: 0 }, "Right in 10001."],
  [{ code: "distance_far", miles: 14 }, "About 14 miles from 10001."],
  [{ code: "distance_remote", miles: null }, "You work from home."],
  [{ code: "experience_enough", asked: 0, have: 3, needs: null }, "No experience needed."],
  [{ code: "experience_enough", asked: 1, have: 5, needs: null }, "Asks for 1 year. You have 5+."],
  [{ code: "experience_short", asked: 3, have: 0, needs: null }, "Asks for 3 years. You have 0-1."],
  [{ code: "distance_near", miles: 1 }, "About 1 mile from 10001."],
  [{ code: "role_any", title: "Server", near: null }, "You're open to any work."],
  [{ code: "experience_licence", asked: null, have: 0, needs: "Food handler card" }, "Needs: Food handler card."],
  [{ code: "experience_short", asked: 3, have: 0, needs: "CDL" }, "Asks for 3 years. You have 0-1. Needs: CDL."],
  [{ code: "experience_not_stated", asked: null, have: 0, needs: null }, "Experience isn't listed."],
];

describe("formatted reasons", () => {
  it.each(WORDS)("%o", (reason, words) => {
    expect(formatReason(reason, "10001").replaceAll("\u2060", "")).toBe(words);
  });

  it("count in favor of the job only if they fit", () => {
    const against = WORDS.map(([reason]) => reason)
      .filter((reason) => !speaksFor(reason))
      .map(({ code }) => code);
    expect(new Set(against)).toEqual(
      new Set([
        "role_other",
        "pay_overlaps",
        "pay_below",
        "pay_not_stated",
        "schedule_partly",
        "schedule_not_stated",
        "distance_far",
        "experience_short",
        "experience_not_stated",
        "experience_licence",
      ]),
    );
  });

  it("name shifts as one list", () => {
    expect(formatShifts(["weekday-evenings", "weekends", "night-shifts"])).toBe("weekday evenings, weekends, and nights");
  });
});
