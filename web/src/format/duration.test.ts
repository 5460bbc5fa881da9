import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

test.each([
  [0, "0:00"],
  [42, "0:42"],
  [59.9, "0:59"],
  [60, "1:00"],
  [605, "10:05"],
  [-3, "0:00"],
])("formats %s seconds as %s", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
