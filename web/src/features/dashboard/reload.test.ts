import { expect, it } from "vitest";
import { someAppointment, someInterview } from "#/testing/interviews.ts";
import { reloadAfter } from "./reload.ts";

const settled = someInterview({ awaitsRecording: false });

it("asks again soon while answers are being read", () => {
  expect(reloadAfter([settled, someInterview({ scoring: "pending" })])).toBe(4000);
});

it("asks again at leisure while a recording is on its way", () => {
  expect(reloadAfter([someInterview()])).toBe(30_000);
});

it("does not ask again when nothing changes by itself", () => {
  expect(reloadAfter(undefined)).toBe(false);
  expect(reloadAfter([])).toBe(false);
  const goingOn = someInterview({ status: "in-progress", scoring: "none" });
  expect(reloadAfter([settled, someAppointment("2026-01-16T15:00:00Z"), goingOn])).toBe(false);
});
