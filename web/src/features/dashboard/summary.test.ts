import { expect, it } from "vitest";
import { someSummary } from "#/testing/interviews.ts";
import { readSummary } from "./summary.ts";

it("reads all that is shown", () => {
  expect(readSummary(JSON.stringify({ ...someSummary, scorer: "embedded-1" }))).toEqual(someSummary);
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
