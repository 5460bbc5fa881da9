import { expect, it } from "vitest";
import { formatDueDay } from "./DueDay.tsx";

const WEDNESDAY_NIGHT = Date.parse("2026-05-14T03:00:00Z");

it.each([
  ["2026-05-14T04:00:00Z", "Due today"],
  ["2026-05-15T04:00:00Z", "Due tomorrow"],
  ["2026-05-16T04:00:00Z", "Due Fri,\u00a0May\u00a015"],
  ["2026-05-13T04:00:00Z", "1 day late"],
  ["2026-05-12T04:00:00Z", "2 days late"],
])("words a promise until %s in the job's zone", (replyBy, words) => {
  expect(formatDueDay(replyBy, "America/New_York", WEDNESDAY_NIGHT)).toBe(words);
});
