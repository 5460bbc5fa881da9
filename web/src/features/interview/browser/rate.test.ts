import { expect, test } from "vitest";
import { RateWatch } from "./rate.ts";

/** Feeds slices of four seconds, in kilobytes, to a watch that asked for 500 kbit/s; returns its verdicts. */
function verdicts(...kilobytes: number[]): boolean[] {
  let now = 0;
  const watch = new RateWatch(500_000, () => now);
  return kilobytes.map((size) => {
    now += 4_000;
    return watch.isTooHigh(size * 1_000);
  });
}

test("what was asked for, and up to twice of it, is fine", () => {
  expect(verdicts(250, 250, 490, 490, 490)).not.toContain(true);
});

test("one heavy slice is a burst", () => {
  expect(verdicts(100, 100, 1_000, 100, 100)).not.toContain(true);
});

test("three heavy slices are a rate", () => {
  expect(verdicts(2_000, 2_000, 2_000)).toEqual([false, false, true]);
  expect(verdicts(250, 250, 250, 600, 600, 600)).toEqual([false, false, false, false, false, true]);
});

test("a huge slice after a long sleep is not a high rate", () => {
  let now = 0;
  const watch = new RateWatch(500_000, () => now);
  for (const [seconds, bytes] of [[4, 250_000], [600, 20_000_000], [4, 250_000]] as const) {
    now += seconds * 1_000;
    expect(watch.isTooHigh(bytes)).toBe(false);
  }
});
