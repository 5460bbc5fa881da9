import { expect, it } from "vitest";
import { formatSize } from "./Copy.tsx";

it.each([
  [400, "0.4 kB"],
  [5_000, "5 kB"],
  [999_000, "999 kB"],
  [1_000_000, "1 MB"],
  [48_260_000, "48.3 MB"],
  [7_500_000_000, "7.5 GB"],
])("formats %d bytes as %s", (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
