import { expect, test } from "vitest";
import { formatPay } from "./pay.ts";

test.each([
  [19, 24, "$19–$24"],
  [19, 19, "$19"],
  [18.5, 22, "$18.50–$22"],
  [19, null, "From $19"],
  [null, 24, "Up to $24"],
  [null, null, null],
])("formats pay from %s to %s as %s", (low, high, words) => {
  expect(formatPay({ low, high })).toBe(words);
});
