import { expect, it } from "vitest";
import { someAppointment, someInterview } from "#/testing/interviews.ts";
import { reloadAfter } from "./reload.ts";

const settled = someInterview({ awaitsRecording: false });

it("polls frequently while answers are being scored", () => {
  expect(reloadAfter([settled, someInterview({ scoring: "pending" })])).toBe(4000);
});

it("polls slowly while a recording is being uploaded", () => {
  expect(reloadAfter([someInterview()])).toBe(30_000);
});

it("does not poll when no change is expected", () => {
  expect(reloadAfter(undefined)).toBe(false);
  expect(reloadAfter([])).toBe(false);
  const goingOn = someInterview({ status: "in-progress", scoring: "none" });
  expect(reloadAfter([settled, someAppointment("2026-01-16T15:00:00Z"), goingOn])).toBe(false);
});
