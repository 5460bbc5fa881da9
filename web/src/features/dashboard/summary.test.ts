import { expect, it } from "vitest";
import { someSummary } from "#/testing/interviews.ts";
import { readSummary, sumOf } from "./summary.ts";

it("reads all that is shown", () => {
  expect(readSummary(JSON.stringify({ ...someSummary, plan: "restaurant-en" }))).toMatchObject(someSummary);
});

it("does without the reasons, which not every summary has", () => {
  const brief = { summary: "Calm.", recommendation: "HIRE" };
  expect(readSummary(JSON.stringify(brief))).toEqual({ ...brief, competencies: [] });
});

it.each([null, "", "{", "null", "[]", '{"summary": "Calm."}'])("finds nothing in %j", (text) => {
  expect(readSummary(text)).toBeNull();
});

it("refuses a level that the rubric does not have", () => {
  const competencies = [{ ...someSummary.competencies[0], level: 6 }];
  expect(readSummary(JSON.stringify({ ...someSummary, competencies }))).toBeNull();
});

it("says how the levels add up, only where that is the score", () => {
  const summary = readSummary(JSON.stringify(someSummary));
  expect(summary && sumOf(summary, 90)).toEqual({ points: 9, most: 10 });
  expect(summary && sumOf(summary, 87)).toBeNull();
  expect(sumOf({ summary: "", recommendation: "", competencies: [] }, null)).toBeNull();
});
