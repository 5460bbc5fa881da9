import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ScoreTag, scoreBand } from "./ScoreTag.tsx";

test.each([
  [100, "high"],
  [80, "high"],
  [79.9, "mid"],
  [60, "mid"],
  [59.9, "low"],
  [0, "low"],
  [null, "none"],
] as const)("a score of %s is %s", (score, band) => {
  expect(scoreBand(score)).toBe(band);
});

test("a score is shown as a number, and a missing one as N/A", () => {
  render(
    <>
      <ScoreTag score={86.6} />
      <ScoreTag score={null} />
    </>,
  );
  expect(screen.getByText("87%")).toBeTruthy();
  expect(screen.getByText("N/A")).toBeTruthy();
});
