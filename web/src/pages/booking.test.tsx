import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 4, phone: "(212) 555-0142" });

beforeEach(() => {
  localStorage.clear();
  serve({ "GET /api/auth/me": { body: { user: MAYA } } });
});

/** What the framed calendar is told. */
async function told(): Promise<Record<string, string>> {
  const frame = await screen.findByTitle("Schedule Interview");
  return Object.fromEntries(new URL(frame.getAttribute("src") ?? "", location.origin).searchParams);
}

it("frames a calendar that knows the person, and offers the interview at once", async () => {
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
  expect(atOnce.getAttribute("href")).toBe("/live-interview");
  screen.getByText("Skip scheduling and begin your AI-powered interview immediately");
});

it("tells the calendar the first name alone where there is no other, and nothing that is missing", async () => {
  serve({ "GET /api/auth/me": { body: { user: { ...MAYA, lastName: "", email: null, phone: null } } } });
  openApp("/schedule", MAYA);
  expect(await told()).toEqual({ name: "Maya", redirect_url: `${location.origin}/confirmation` });
});

it("thanks for a booking, and leads home", async () => {
  openApp("/confirmation", MAYA);
  await screen.findByRole("heading", { level: 1, name: "Interview Scheduled Successfully!" });
  screen.getByText(/^Thank you for booking with Dayshift\./);
  expect(screen.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
});
