import { expect, it } from "vitest";
import { formatDate, formatDateTime, formatTime } from "./dates.ts";

/** A moment by this machine's own clock, as the wire writes it. */
const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const plain = (words: string) => words.replaceAll(/\s/g, " ");

it("writes dates with two figures for the day", () => {
  expect(formatDate(local(2025, 0, 5, 9, 0))).toBe("Jan 05, 2025");
  expect(formatDate(local(2025, 11, 31, 23, 59))).toBe("Dec 31, 2025");
});

it("writes times by the twelve-hour clock", () => {
  expect(plain(formatTime(local(2025, 0, 5, 9, 0)))).toBe("9:00 AM");
  expect(plain(formatTime(local(2025, 0, 5, 0, 5)))).toBe("12:05 AM");
  expect(plain(formatTime(local(2025, 0, 5, 17, 30)))).toBe("5:30 PM");
});

it("writes both", () => {
  expect(plain(formatDateTime(local(2025, 0, 5, 9, 0)))).toBe("Jan 05, 2025, 9:00 AM");
});
