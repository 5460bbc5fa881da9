/** Today: one card for each application that something came back for, then those who wait; people told apart. */

import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { serve } from "#/testing/server.ts";

const MEMBER = {
  id: "maria",
  name: "Maria Ortiz",
  firstName: "Maria",
  email: "maria@example.com",
  role: "manager",
  language: "en",
  secondFactor: false,
  hasPassword: true,
  dailyDigest: true,
  newsMail: true,
  shortcuts: false,
  allLocations: true,
  locationIds: [],
};
const NEWS = {
  id: "n1",
  name: "Rosa Delgado",
  firstName: "Rosa",
  title: "Line Cook",
  job: "p1",
  location: "Astoria",
  zone: "America/New_York",
  stage: "in_review",
  reason: "answered",
  at: "2026-03-02T15:00:00Z",
  replyBy: "2026-03-05T05:00:00Z",
  late: false,
  words: "Any weekday.",
  by: null,
  own: false,
  meetsAt: null,
  offer: null,
};
const ROW = {
  id: "r1",
  name: "Luis Lee",
  firstName: "Luis",
  title: "Line Cook",
  location: "Astoria",
  replyBy: "2099-06-01T00:00:00Z",
  late: false,
  stage: "submitted",
  answers: 4,
  seen: 0,
  seconds: null,
  firstAnswer: null,
  quote: null,
  topics: [],
  version: 1,
  zone: null,
};

async function openToday(queue: object, role = "manager") {
  serve({
    "GET /api/desk/me": { body: { employer: { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" }, member: { ...MEMBER, role } } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/queue": { body: { rows: [], news: [], waiting: 0, people: 0, minutes: 0, nextKey: null, ...queue } },
    "GET /api/desk/applications/r1": { status: 404, body: { code: "not_found", message: "" } },
    "GET /api/desk/applications/n1": { status: 404, body: { code: "not_found", message: "" } },
  });
  const app = openDeskApp("/desk");
  await screen.findByRole("heading", { level: 1 });
  return app;
}

it.each([
  [{}, "Rosa answered the question.", "Decide"],
  [{ reason: "none_fit" }, "None of the times work for Rosa.", "Offer other times"],
  [{ reason: "none_fit", meetsAt: "2026-03-06T20:00:00Z" }, /^Rosa can't come on Friday, March 6, 3:00 PM/, "Offer other times"],
  [{ reason: "met", own: true, meetsAt: "2026-03-06T20:00:00Z" }, "You met Rosa on Fri, Mar 6.", "Offer or decline"],
  [{ reason: "met", by: "Sam Okafor", meetsAt: "2026-03-06T20:00:00Z" }, "Sam Okafor met Rosa on Fri, Mar 6.", "Offer or decline"],
  [{ reason: "look", words: "Only one answer was watched." }, "Rosa asked for another look.", "Watch the answers"],
  [{ reason: "look", own: true }, "Rosa asked for another look. You said no before, so only a colleague can say no again.", "See the application"],
  [
    { reason: "accepted", replyBy: null, offer: { startOn: "2026-03-12", firstShift: "4 PM" } },
    "Rosa accepted: starts Thu, Mar 12, 4 PM.",
    "See the application",
  ],
  [{ reason: "refused", replyBy: null }, "Rosa said no to your offer.", "See who else applied"],
  [{ reason: "message", replyBy: null }, "Rosa wrote to you.", "Answer"],
])("says why an application is here, and what is next: %o", async (more, reason, action) => {
  await openToday({ news: [{ ...NEWS, ...more }], waiting: 1, people: 1 });
  screen.getByText(reason);
  screen.getByRole("link", { name: `${action}: Rosa Delgado, Line Cook` });
});

it("shows an application once, and counts people instead of applications", async () => {
  await openToday({ news: [NEWS], rows: [{ ...ROW, id: "n1", name: "Rosa Delgado" }, ROW], waiting: 3, people: 2 });
  screen.getByRole("heading", { level: 1, name: "2 people are waiting" });
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(["Rosa Delgado", "Luis Lee"]);
});

it("opens the form that the card asks for", async () => {
  const { person, path } = await openToday({ news: [{ ...NEWS, reason: "none_fit" }], waiting: 1, people: 1 });
  const list = screen.getByRole("region", { name: "What came back" });
  await person.click(within(list).getByRole("link", { name: /Offer other times/ }));
  expect(path()).toBe("/desk/applications/n1?decide=invite");
});

it("tells a reviewer that they see only what is assigned to them", async () => {
  await openToday({}, "reviewer");
  screen.getByText("Applications that a colleague assigns to you appear here.");
});

it.each([
  [{ locations: [], members: [MEMBER] }, [], ["Add your place of work", "Post a job", "Invite your team"]],
  [{ locations: [{}], members: [MEMBER] }, [{}], ["Invite your team"]],
  [{ locations: [{}], members: [MEMBER, MEMBER] }, [{}], []],
])("leads a new owner through the first steps: %o", async (team, jobs, links) => {
  serve({
    "GET /api/desk/me": {
      body: { employer: { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" }, member: { ...MEMBER, role: "owner" } },
    },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/queue": { body: { rows: [], news: [], waiting: 0, people: 0, minutes: 0, nextKey: null } },
    "GET /api/desk/team": { body: team },
    "GET /api/desk/jobs": { body: { jobs, live: jobs.length, paused: 0, next: null } },
  });
  openDeskApp("/desk");
  await screen.findByRole("heading", { level: 1, name: "You're all caught up" });
  const found = links.length > 0 ? within(screen.getByRole("region", { name: /Three steps/ })).getAllByRole("link") : [];
  expect(found.map(({ textContent }) => textContent)).toEqual(links);
  if (links.length === 0) expect(screen.queryByRole("region", { name: /Three steps/ })).toBeNull();
});
