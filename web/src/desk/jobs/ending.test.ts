import { expect, test } from "vitest";
import { daysLeft, isEnded } from "./JobsPage.tsx";

const at = (day: number, hour: number) => new Date(2026, 4, day, hour);
const now = at(13, 20).getTime();
const job = (ends: Date) => ({ liveUntil: ends.toISOString() });

test("a job ends at its instant, and the days before it follow the calendar", () => {
  expect([isEnded(job(at(13, 21)), now), isEnded(job(at(13, 20)), now), isEnded({ liveUntil: null }, now)]).toEqual([false, true, false]);
  expect([at(12, 9), at(13, 21), at(14, 1), at(15, 0)].map((ends) => daysLeft(job(ends), now))).toEqual([0, 0, 1, 2]);
  expect(daysLeft({ liveUntil: null }, now)).toBeNull();
});
