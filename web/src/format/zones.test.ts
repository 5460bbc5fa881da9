// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { writeItem } from "#/platform/storage.ts";
import { chooseHomeZone, deviceZone, homeZone } from "#/platform/zone.ts";
import { formatAppointment, formatTime, formatTimeWithZone } from "./dates.ts";
import { formatAppointmentIn } from "./calendar.ts";
import { formatDay } from "./due.ts";
import { calendarDate, formatZone, momentIn, wallClock, zoneAbbreviation } from "./zones.ts";

const MOMENT = "2026-03-03T04:30:00Z";
const DAY = new Date().getFullYear() === 2026 ? "Mar\u00a02" : "Mar\u00a02,\u00a02026";

/** What this device says about its zone. */
function device(timeZone: string | undefined): void {
  const real = Intl.DateTimeFormat.prototype.resolvedOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...real.call(this), timeZone } as Intl.ResolvedDateTimeFormatOptions;
  });
}

const live = (zipCode: string) => writeItem("user", JSON.stringify({ id: "maya", zipCode }));

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

it("formats calendar dates in the zone", () => {
  expect(calendarDate("America/New_York", new Date(MOMENT))).toBe("2026-03-02");
  expect(calendarDate("UTC", new Date(MOMENT))).toBe("2026-03-03");
});

it.each(["Etc/Unknown", "Mars/Base", "+05:00", "", undefined])("works on a device whose zone is %s", (zone) => {
  device(zone);
  expect([deviceZone(), homeZone()]).toEqual([null, "America/New_York"]);
  expect([formatTimeWithZone(MOMENT), formatAppointment(MOMENT)]).toEqual(["11:30\u00a0PM EST", `${DAY}, 11:30\u00a0PM EST`]);
  live("60601");
  expect([homeZone(), formatTime(MOMENT)]).toEqual(["America/Chicago", "10:30\u00a0PM"]);
  chooseHomeZone("Pacific/Honolulu");
  expect([homeZone(), formatTimeWithZone(MOMENT)]).toEqual(["Pacific/Honolulu", "6:30\u00a0PM HST"]);
});

it.each(["GMT", "EST5EDT", "UTC", "America/New_York"])("uses the device's own zone %s", (zone) => {
  device(zone);
  chooseHomeZone("Pacific/Honolulu");
  expect(homeZone()).toBe(zone);
  expect(formatZone(zone)).not.toBe("");
});

it("names the zone only if it is another than the reader's", () => {
  device("America/New_York");
  expect([formatTimeWithZone(MOMENT), formatAppointment(MOMENT)]).toEqual(["11:30\u00a0PM", `${DAY}, 11:30\u00a0PM`]);
  expect(formatAppointmentIn("America/New_York", MOMENT)).toMatch(/11:30\u00a0PM$/);
  expect(formatAppointmentIn("America/Detroit", MOMENT), "the same clock").toMatch(/11:30\u00a0PM$/);
  expect(formatAppointmentIn("America/Chicago", MOMENT)).toMatch(/10:30\u00a0PM CST$/);
});

it("shows times of a zone that this browser does not know in the home zone, under its name", () => {
  device("America/New_York");
  expect(formatZone("Mars/Base")).toBe(formatZone("America/New_York"));
  expect(zoneAbbreviation("Mars/Base", new Date(MOMENT))).toBe("EST");
  expect(formatAppointmentIn("Mars/Base", MOMENT)).toBe(formatAppointmentIn("America/New_York", MOMENT));
  expect(formatDay(MOMENT, "Etc/Unknown")).toBe("Mon,\u00a0Mar\u00a02");
});

it.each(["America/New_York", "Asia/Kolkata", "UTC", "Pacific/Honolulu"])("converts wall clock times of %s and back", (zone) => {
  for (const local of ["2026-03-02T09:00", "2026-03-08T12:00", "2026-11-01T17:30", "2026-12-31T23:59"]) {
    const [year, ...rest] = wallClock(zone, momentIn(zone, local));
    const [month, day, hour, minute] = rest.map((figure) => String(figure).padStart(2, "0"));
    expect(`${year}-${month}-${day}T${hour}:${minute}`).toBe(local);
  }
});

it.each([
  ["10001", "New_York"],
  ["37201", "Chicago"],
  ["85001", "Phoenix"],
  ["80202", "Denver"],
  ["89101", "Los_Angeles"],
  ["98101", "Los_Angeles"],
  ["99501", "Anchorage"],
])("suggests the zone of %s", (zip, city) => {
  device(undefined);
  live(zip);
  expect(homeZone()).toBe(`America/${city}`);
});
