import { describe, expect, it } from "vitest";
import { asInstant, asLocal, earliest, objectionTo } from "./hours.ts";

const MONDAY_EVENING = new Date("2026-03-02T22:00");

describe("the interview hours", () => {
  it("start at nine tomorrow", () => {
    expect(earliest(MONDAY_EVENING)).toBe("2026-03-03T09:00");
    expect(earliest(new Date("2028-02-28T23:59"))).toBe("2028-02-29T09:00");
  });

  it.each([
    ["2026-03-02T23:00", "too-soon"],
    ["2026-03-03T08:59", "too-soon"],
    ["2026-03-03T09:00", null],
    ["2026-03-03T17:59", null],
    ["2026-03-03T18:00", "closed"],
    ["2026-03-04T08:59", "closed"],
    ["2026-03-07T12:00", "closed"],
    ["2026-03-08T12:00", "closed"],
  ])("%s: %s", (value, objection) => {
    expect(objectionTo(value, MONDAY_EVENING)).toBe(objection);
  });
});

it("a time survives the conversion to the API's format and back", () => {
  expect(asLocal(asInstant("2026-07-03T09:30"))).toBe("2026-07-03T09:30");
  expect(asLocal(asInstant("2026-12-03T17:00"))).toBe("2026-12-03T17:00");
});
