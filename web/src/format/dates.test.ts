import { expect, it } from "vitest";
import { formatDate, formatDateTime, formatTime } from "./dates.ts";

/** A local time in the API's format. */
const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const plain = (words: string) => words.replaceAll(/\s/g, " ");

it("formats dates, with the year only if it is another one", () => {
  expect(formatDate(local(2025, 0, 5, 9, 0))).toBe("Jan\u00a05,\u00a02025");
  expect(formatDate(local(2025, 11, 31, 23, 59))).toBe("Dec\u00a031,\u00a02025");
  expect(formatDate(local(new Date().getFullYear(), 5, 5, 9, 0))).toBe("Jun\u00a05");
});

it("formats times with the 12-hour clock", () => {
  expect(plain(formatTime(local(2025, 0, 5, 9, 0)))).toBe("9:00 AM");
  expect(plain(formatTime(local(2025, 0, 5, 0, 5)))).toBe("12:05 AM");
  expect(plain(formatTime(local(2025, 0, 5, 17, 30)))).toBe("5:30 PM");
});

it("formats date and time", () => {
  expect(plain(formatDateTime(local(2025, 0, 5, 9, 0)))).toBe("Jan 5, 2025, 9:00 AM");
});
