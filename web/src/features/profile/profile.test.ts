import { describe, expect, it } from "vitest";
import { check } from "#/ui/form/rules.ts";
import { profileRules, type ProfileValues } from "./ProfileForm.tsx";
import { formatMoment, formatStep } from "./Profile.tsx";

it("formats dates with the full month name and the time", () => {
  const words = formatMoment(new Date(2026, 0, 5, 9, 0).toISOString());
  expect(words.replaceAll(/\s/g, " ")).toMatch(/^Jan 5(, 2026)?, 9:00 AM$/);
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
])("formats the step %s as %s", (step, words) => {
  expect(formatStep(step)).toBe(words);
});

describe("profile validation", () => {
  const problems = (input: ProfileValues) => check(profileRules, input).wrong;
  const MAYA = { firstName: "Maya", lastName: "Torres", email: "maya@example.com", phone: "" };

  it("requires a first name, because some people have one name only", () => {
    expect(problems({ ...MAYA, firstName: " ", lastName: "" })).toEqual({ firstName: "First name is required" });
  });

  it("accepts an empty or a complete email address", () => {
    expect(problems(MAYA)).toEqual({});
    expect(problems({ ...MAYA, email: " " })).toEqual({});
    expect(problems({ ...MAYA, email: "maya@" })).toEqual({ email: "Invalid email address" });
  });
});
