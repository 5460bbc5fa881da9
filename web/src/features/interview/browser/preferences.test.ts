import { afterEach, expect, test } from "vitest";
import { browserPreferences } from "./preferences.ts";

afterEach(() => localStorage.clear());

test("remembers the interview preferences", () => {
  expect(browserPreferences.load()).toEqual({ voice: "normal", camera: true, moreTime: false });
  browserPreferences.keep({ voice: "slow", camera: false, moreTime: true });
  expect(browserPreferences.load()).toEqual({ voice: "slow", camera: false, moreTime: true });
});

test.each(["", "no JSON", "null", '{"voice":"loud","camera":3}'])("falls back to the defaults for %j", (stored) => {
  localStorage.setItem("interviewComfort", stored);
  expect(browserPreferences.load()).toEqual({ voice: "normal", camera: true, moreTime: false });
});
