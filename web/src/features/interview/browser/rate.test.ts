import { expect, test } from "vitest";
import { RateWatch } from "./recorder.ts";

/** Feeds four-second slices, in kilobytes, to a monitor set to 500 kbit/s; returns its verdicts. */
function verdicts(...kilobytes: number[]): boolean[] {
  let now = 0;
  const watch = new RateWatch(500_000, () => now);
  return kilobytes.map((size) => {
    now += 4_000;
    return watch.isTooHigh(size * 1_000);
  });
}

test("accepts up to twice the requested rate", () => {
  expect(verdicts(250, 250, 490, 490, 490)).not.toContain(true);
});

test("ignores a single heavy slice", () => {
  expect(verdicts(100, 100, 1_000, 100, 100)).not.toContain(true);
});

test("reports three heavy slices in a row", () => {
  expect(verdicts(2_000, 2_000, 2_000)).toEqual([false, false, true]);
  expect(verdicts(250, 250, 250, 600, 600, 600)).toEqual([false, false, false, false, false, true]);
});

test("ignores a huge slice after a long suspension", () => {
  let now = 0;
  const watch = new RateWatch(500_000, () => now);
  for (const [seconds, bytes] of [
    [4, 250_000],
    [600, 20_000_000],
    [4, 250_000],
  ] as const) {
    now += seconds * 1_000;
    expect(watch.isTooHigh(bytes)).toBe(false);
  }
});
