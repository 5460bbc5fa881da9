import { describe, expect, it } from "vitest";
import { check } from "#/ui/form/rules.ts";
import { type ProfileValues, profileRules } from "./rules.ts";
import { formatMoment, formatStep } from "./words.ts";

it("writes dates with the month's whole name and the time", () => {
  const words = formatMoment(new Date(2026, 0, 5, 9, 0).toISOString());
  expect(words.replaceAll(/\s/g, " ")).toBe("January 5, 2026 at 9:00 AM");
  expect(formatMoment(null)).toBe("Not available");
});

it.each([
  ["job-search", "Job Search"],
  ["quick-questions", "Quick Questions"],
  ["matching", "Matching"],
  ["schedule", "Interview Scheduling"],
  ["interview", "Video Interview"],
  ["completed", "Completed"],
  ["anything else", "Getting Started"],
])("calls the step %s %s", (step, words) => {
  expect(formatStep(step)).toBe(words);
});

describe("what can be saved", () => {
  const problems = (input: ProfileValues) => check(profileRules, input).wrong;
  const MAYA = { firstName: "Maya", lastName: "Torres", email: "maya@example.com", phone: "" };

  it("needs both names", () => {
    expect(problems({ ...MAYA, firstName: " ", lastName: "" })).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
    });
  });

  it("takes no email, or a whole one", () => {
    expect(problems(MAYA)).toEqual({});
    expect(problems({ ...MAYA, email: " " })).toEqual({});
    expect(problems({ ...MAYA, email: "maya@" })).toEqual({ email: "Invalid email address" });
  });
});
