import { expect, it } from "vitest";
import { someSummary } from "#/testing/interviews.ts";
import { readSummary, sumOf } from "./summary.ts";

it("parses all displayed fields", () => {
  expect(readSummary(JSON.stringify({ ...someSummary, plan: "restaurant-en" }))).toMatchObject(someSummary);
});

it("accepts a summary without reasons", () => {
  const brief = { summary: "Calm.", recommendation: "HIRE" };
  expect(readSummary(JSON.stringify(brief))).toEqual({ ...brief, competencies: [] });
});

it.each([null, "", "{", "null", "[]", '{"summary": "Calm."}'])("returns null for %j", (text) => {
  expect(readSummary(text)).toBeNull();
});

it("rejects a level that the rubric does not have", () => {
  const competencies = [{ ...someSummary.competencies[0], level: 6 }];
  expect(readSummary(JSON.stringify({ ...someSummary, competencies }))).toBeNull();
});

it("explains the sum of the levels only where it is the score", () => {
  const summary = readSummary(JSON.stringify(someSummary));
  expect(summary && sumOf(summary, 90)).toEqual({ points: 9, most: 10 });
  expect(summary && sumOf(summary, 87)).toBeNull();
  expect(sumOf({ summary: "", recommendation: "", competencies: [] }, null)).toBeNull();
});
