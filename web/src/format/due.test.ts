import { expect, test } from "vitest";
import { daysUntil, formatDue, formatReplyDay, nearness } from "./due.ts";

const ZONE = "America/New_York";
/** The end of Thursday, May 14, 2026 in New York. */
const BY = "2026-05-15T04:00:00Z";

test.each([
  ["2026-05-11T12:00:00Z", 3, "up", "By Thu,\u00a0May\u00a014"],
  ["2026-05-13T23:00:00-04:00", 1, "low", "By tomorrow"],
  ["2026-05-14T00:00:00-04:00", 0, "half", "By tonight"],
  ["2026-05-14T23:59:59-04:00", 0, "half", "By tonight"],
  ["2026-05-15T00:00:00-04:00", -1, "gone", "1 day late"],
  ["2026-05-17T12:00:00-04:00", -3, "gone", "3 days late"],
])("at %s the promise is %d days away", (at, days, state, text) => {
  const now = Date.parse(at);
  expect(daysUntil(BY, ZONE, now)).toBe(days);
  expect(nearness(BY, ZONE, now)).toBe(state);
  expect(formatDue(BY, ZONE, now)).toBe(text);
});

test("the day is that of the place, not of the device", () => {
  expect(formatReplyDay(BY, ZONE)).toBe("Thu,\u00a0May\u00a014");
});
