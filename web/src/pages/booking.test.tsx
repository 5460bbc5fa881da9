import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { somePage } from "#/testing/applications.ts";
import { someInterview } from "#/testing/interviews.ts";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 4, phone: "(212) 555-0142" });
const INTERVIEWS = `GET /api/users/${MAYA.id}/interviews`;

beforeEach(() => {
  localStorage.clear();
  serve({ "GET /api/auth/me": { body: { user: MAYA } }, [INTERVIEWS]: { body: [] } });
});

afterEach(() => {
  document.head.querySelector("meta[name=scheduling-url]")?.remove();
  history.replaceState(null, "");
});

/** Configures an external calendar. */
function useExternalCalendar(): void {
  vi.spyOn(console, "error").mockReturnValue(); // The test browser logs an error because it loads no frames.
  const meta = Object.assign(document.createElement("meta"), { name: "scheduling-url", content: "https://calendar.example/dayshift" });
  document.head.append(meta);
}

/** The two free times of our own calendar, both on one day. */
const SLOTS = {
  [INTERVIEWS]: { body: [] },
  "GET /api/schedule/slots": { body: { slots: [{ startsAt: "2036-03-03T14:00:00Z" }, { startsAt: "2036-03-03T20:00:00Z" }], later: false } },
};

/** The query parameters passed to the framed calendar. */
async function told(): Promise<Record<string, string>> {
  const frame = await screen.findByTitle("Schedule Interview");
  return Object.fromEntries(new URL(frame.getAttribute("src") ?? "", location.origin).searchParams);
}

it("frames an external calendar with the person's details, and offers an immediate interview", async () => {
  useExternalCalendar();
  openApp("/schedule", MAYA);
  expect(await told()).toEqual({
    name: "Maya Torres",
    email: "maya@example.com",
    phone_number: "(212) 555-0142",
    redirect_url: `${location.origin}/confirmation`,
  });
  screen.getByRole("heading", { level: 1, name: "Take Your Interview" });
  screen.getByText("Choose a time that works best for you to discuss your career goals");
  const atOnce = screen.getByRole("link", { name: "Start AI Video Interview Now" });
  // Only the consent page starts an interview.
  expect(atOnce.getAttribute("href")).toBe("/video-interview-prep");
  screen.getByText("Skip scheduling and begin your AI-powered interview immediately");
});

const sent = (yours: number) => ({ "GET /api/applications": { body: { ...somePage([]), counts: { yours, coming: 0, hired: 0, waiting: 0, ended: 0 } } } });

it.each([
  ["is done", someInterview({ status: "completed", endedAt: "2026-01-05T15:00:00Z" }), 0, "Choose jobs", "/dashboard"],
  ["was sent", someInterview({ status: "completed", endedAt: "2026-01-05T15:00:00Z" }), 2, "See my applications", "/applications"],
  ["has begun", someInterview({ status: "in-progress", consentVersion: "1" }), 0, "Continue my interview", "/video-interview-prep"],
])("offers what comes next where the interview %s, and no other one", async (_state, interview, applications, label, href) => {
  serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...SLOTS, [INTERVIEWS]: { body: [interview] }, ...sent(applications) });
  openApp("/schedule", MAYA);
  const next = await screen.findByRole("link", { name: label });
  expect(next.getAttribute("href")).toBe(href);
  const calendar = await screen.findByRole("heading", { name: "Pick a day" });
  expect(next.compareDocumentPosition(calendar) & Node.DOCUMENT_POSITION_FOLLOWING, "above the calendar").toBeTruthy();
  expect(screen.queryByRole("link", { name: "Start AI Video Interview Now" })).toBeNull();
});

it("shows the time that is booked above the calendar, with a link to change it", async () => {
  const booking = { key: "k", startsAt: "2036-03-03T14:00:00Z", coachName: "Jo", changeable: true };
  serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...SLOTS, "GET /api/schedule/bookings": { body: { bookings: [booking] } } });
  openApp("/schedule", MAYA);
  await screen.findByText(/^You're booked: /);
  expect(screen.getByRole("link", { name: "Change or cancel" }).getAttribute("href")).toBe("/your-booking?key=k");
});

it("passes only the first name if there is no last name, and omits missing details", async () => {
  useExternalCalendar();
  serve({ "GET /api/auth/me": { body: { user: { ...MAYA, lastName: "", email: null, phone: null } } }, [INTERVIEWS]: { body: [] } });
  openApp("/schedule", MAYA);
  expect(await told()).toEqual({ name: "Maya", redirect_url: `${location.origin}/confirmation` });
});

it("renders our own calendar in the page, with one tab stop for the days and one for the times", async () => {
  const calls = serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...SLOTS });
  const { person } = openApp("/schedule", MAYA);
  const [time] = await screen.findAllByRole("radio", { name: /[AP]M$/ });
  expect(document.querySelector("iframe")).toBeNull();
  screen.getByRole("heading", { level: 1, name: "Take Your Interview" });
  const [day] = screen.getAllByRole("radio", { name: /2\stimes/ });
  day?.focus();
  await person.tab();
  expect(document.activeElement).toBe(time);
  await person.keyboard(" ");
  expect(document.activeElement).toBe(time);
  expect((time as HTMLInputElement).checked).toBe(true);
  await person.tab();
  expect(screen.getByRole("link", { name: "Start AI Video Interview Now" })).toBe(document.activeElement);
  expect(calls.filter(({ key }) => !key.startsWith("GET"))).toEqual([]);
});

it("explains in the page why a time is unavailable, and keeps the focus", async () => {
  const taken = { status: 409, body: { code: "slot_taken", message: "That time is no longer available. Please pick another one." } };
  serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...SLOTS, "POST /api/schedule/holds": taken });
  const { person } = openApp("/schedule", MAYA);
  const [time] = await screen.findAllByRole("radio", { name: /[AP]M$/ });
  if (time) await person.click(time);
  await person.click(screen.getByRole("button", { name: "Continue" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Time Not AvailableThat time is no longer available. Please pick another one.");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Continue" }));
});

it("fills in the details of the account on the page that needs none, unless the address has others", async () => {
  const held = { status: 201, body: { key: "hold", startsAt: "2036-03-03T14:00:00Z", zone: "America/New_York", heldUntil: "2036-03-03T13:00:00Z" } };
  serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...SLOTS, "POST /api/schedule/holds": held });
  const { person } = openApp("/book?email=work@example.com", MAYA);
  const [time] = await screen.findAllByRole("radio", { name: /[AP]M$/ });
  if (time) await person.click(time);
  await person.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("heading", { name: "Your details" });
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect(value("Name")).toBe("Maya Torres");
  expect(value("Email Address")).toBe("work@example.com");
  expect(value("Phone Number (Optional)")).toBe("(212) 555-0142");
});

it("keeps the focus on the menu when another time zone is selected", async () => {
  serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...SLOTS });
  const { person } = openApp("/schedule", MAYA);
  await person.click(await screen.findByRole("button", { name: "Change" }));
  const zones = screen.getByLabelText("Time zone");
  expect(document.activeElement).toBe(zones);
  await person.selectOptions(zones, "America/Chicago");
  await screen.findByRole("radio", { name: "8:00\u00a0AM" });
  expect(document.activeElement).toBe(zones);
});

it("shows the booked time with its time zone", async () => {
  history.replaceState({ startsAt: "2036-03-03T14:00:00Z", zone: "America/New_York" }, "");
  openApp("/confirmation", MAYA);
  await screen.findByRole("heading", { level: 1, name: "You're booked: Monday, March\u00a03, 9:00\u00a0AM" });
  screen.getByText("Times in Eastern Time (New York)");
});

it("thanks for a booking, and links to the home page", async () => {
  openApp("/confirmation", MAYA);
  await screen.findByRole("heading", { level: 1, name: "Interview Scheduled Successfully!" });
  screen.getByText(/^Thank you for booking with Dayshift\./);
  expect(screen.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
});

it("asks for the zone on a device that does not know it, beginning with that of the zip code", async () => {
  const real = Intl.DateTimeFormat.prototype.resolvedOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...real.call(this), timeZone: "Etc/Unknown" };
  });
  serve({ "GET /api/auth/me": { body: { user: { ...MAYA, zipCode: "60601" } } }, ...SLOTS });
  const { person } = openApp("/schedule", MAYA);
  const zone = await screen.findByLabelText<HTMLSelectElement>("Time zone");
  expect(zone.value).toBe("America/Chicago");
  screen.getByText(/doesn't say which time zone/);
  await screen.findByRole("radio", { name: /8:00\u00a0AM/ });
  await person.selectOptions(zone, "America/New_York");
  await screen.findByRole("radio", { name: /9:00\u00a0AM/ });
  expect(localStorage.getItem("timeZone")).toBe("America/New_York");
});
