import { expect, it } from "vitest";
import { someReport } from "#/testing/interviews.ts";
import { pointsOf } from "./FullReport.tsx";

it("explains the sum of the levels only where it is the score", () => {
  expect(pointsOf(someReport, 90)).toEqual({ points: 9, most: 10 });
  expect(pointsOf(someReport, 87)).toBeNull();
  expect(pointsOf({ ...someReport, competencies: [] }, null)).toBeNull();
});
