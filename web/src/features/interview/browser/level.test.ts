import { expect, test } from "vitest";
import { loudness } from "./camera.ts";

const tone = (amplitude: number) => Float32Array.from({ length: 1024 }, (_, i) => amplitude * Math.sin(i / 5));

test("maps silence to 0, a shout to 1, and speech to the middle", () => {
  expect(loudness(new Float32Array(1024))).toBe(0);
  expect(loudness(tone(1))).toBe(1);
  expect(loudness(tone(0.045))).toBeGreaterThan(0.4);
  expect(loudness(tone(0.045))).toBeLessThan(0.8);
});
