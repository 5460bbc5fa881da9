import { expect, it } from "vitest";
import { calendarDate } from "./zones.ts";

it("formats calendar dates in the zone", () => {
  expect(calendarDate("America/New_York", new Date("2026-03-03T04:30:00Z"))).toBe("2026-03-02");
  expect(calendarDate("UTC", new Date("2026-03-03T04:30:00Z"))).toBe("2026-03-03");
});
