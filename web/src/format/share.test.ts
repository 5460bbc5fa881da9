import { expect, test } from "vitest";
import { formatPercent, formatSpan } from "./share.ts";

test("a share is a whole percentage", () => {
  expect(formatPercent(0.964)).toBe("96%");
});

test.each([
  [0.2, "0 hours"],
  [1, "1 hour"],
  [23.4, "23 hours"],
  [24, "1 day"],
  [43.2, "1.8 days"],
])("%d hours are %s", (hours, text) => {
  expect(formatSpan(hours)).toBe(text);
});
