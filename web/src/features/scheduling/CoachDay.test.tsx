import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";

const PATH = "GET /api/coach/signed";
const NOBODY_LIVE = { [`${PATH}/live`]: { body: { interviews: [] } } };
const booking = (startsAt: string, name: string, more: object = {}) => ({
  id: name,
  startsAt,
  endsAt: startsAt.replace(":00:00Z", ":30:00Z"),
  name,
  email: `${name.toLowerCase()}@example.com`,
  phone: null,
  zone: "America/New_York",
  ...more,
});

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse("2026-03-03T13:00:00Z") });
});

it("shows the coach's bookings today and later, and the feed", async () => {
  const bookings = [booking("2026-03-03T14:00:00Z", "Rosa", { phone: "+12125550142", zone: "America/Los_Angeles" }), booking("2026-03-04T15:00:00Z", "Ana")];
  serve({ [PATH]: { body: { name: "Sam", zone: "America/New_York", bookings } }, ...NOBODY_LIVE });
  openApp("/coach?key=signed");
  const today = within(await screen.findByRole("region", { name: "Today" }));
  today.getByText("9:00 AM to 9:30 AM");
  expect(today.getByRole("link", { name: "(212) 555-0142" }).getAttribute("href")).toBe("tel:+12125550142");
  today.getByText(/^6:00 AM in their time zone/);
  const later = within(screen.getByRole("region", { name: /^Wednesday, March\s4$/ }));
  later.getByText("Ana");
  expect(later.queryByText(/in their time zone/)).toBeNull();
  const feed = screen.getByRole("link", { name: "Calendar feed" });
  expect(feed.getAttribute("href")).toBe("/api/coach/signed/calendar.ics");
});

it("says that there are no bookings today", async () => {
  serve({ [PATH]: { body: { name: "Sam", zone: "America/New_York", bookings: [] } }, ...NOBODY_LIVE });
  openApp("/coach?key=signed");
  within(await screen.findByRole("region", { name: "Today" })).getByText("No bookings today.");
});

it("reports an invalid link", async () => {
  serve({ [PATH]: { status: 404, body: { code: "not_found", message: "No." } } });
  openApp("/coach?key=signed");
  await screen.findByRole("heading", { name: "This link doesn't work" });
});

it("shows who is in their interview now, with a link to watch", async () => {
  const live = { candidateName: "Rosa", jobTitle: "Line Cook", startedAt: null, key: "a:b.c" };
  serve({
    [PATH]: { body: { name: "Sam", zone: "America/New_York", bookings: [] } },
    [`${PATH}/live`]: { body: { interviews: [live] } },
  });
  openApp("/coach?key=signed");
  const now = within(await screen.findByRole("region", { name: "Live now" }));
  now.getByText("Live Now");
  expect(now.getByRole("link", { name: "Join: Rosa" }).getAttribute("href")).toBe("/watch?key=a%3Ab.c");
});
