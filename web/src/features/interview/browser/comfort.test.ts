import { afterEach, expect, test } from "vitest";
import { browserComfort } from "./comfort.ts";

afterEach(() => localStorage.clear());

test("remembers what a person finds easier", () => {
  expect(browserComfort.load()).toEqual({ voice: "normal", camera: true, moreTime: false });
  browserComfort.keep({ voice: "slow", camera: false, moreTime: true });
  expect(browserComfort.load()).toEqual({ voice: "slow", camera: false, moreTime: true });
});

test.each(["", "no JSON", "null", '{"voice":"loud","camera":3}'])("takes no harm from %j", (stored) => {
  localStorage.setItem("interviewComfort", stored);
  expect(browserComfort.load()).toEqual({ voice: "normal", camera: true, moreTime: false });
});
