/** Posting a job at several locations, a copy of it, and a changed text that reaches the other locations. */

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { PostedJob } from "#/api/deskJobs.queries.ts";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MEMBER } from "#/testing/member.ts";
import { type Script, serve } from "#/testing/server.ts";

const place = (id: string, name: string) => ({
  id,
  name,
  street: `1 ${name} St`,
  city: "New York",
  state: "NY",
  zip: "10001",
  zone: "America/New_York",
  opensAt: null,
  closesAt: null,
  closedAt: null,
});
const PLACES = [place("p1", "Chelsea"), place("p2", "Astoria"), place("p3", "Harlem")];
const JOB: PostedJob = {
  id: "j1",
  jobId: "c1",
  title: "Line Cook",
  state: "live",
  imported: false,
  locationId: "p1",
  openings: 2,
  alwaysHiring: false,
  replyDays: null,
  alsoAt: [{ id: "j2", locationId: "p2", state: "live" }],
  liveUntil: null,
  version: 4,
  changedAt: "2026-06-01T12:00:00Z",
  changedBy: null,
  fields: {
    title: "Line Cook",
    occupation: "line-cook",
    description: "Cook.",
    benefits: null,
    payLow: 21,
    payHigh: null,
    payUnit: "hour",
    employmentType: null,
    shifts: [],
    experienceYears: null,
    start: null,
    licence: null,
  },
};
const SERVER: Script = {
  "GET /api/desk/me": { body: { employer: EMPLOYER, member: MEMBER } },
  "GET /api/desk/employers": { body: { employers: [] } },
  "GET /api/desk/threads/unread": { body: { threads: 0 } },
  "GET /api/desk/team": { body: { members: [], locations: PLACES } },
  "GET /api/desk/job-templates": { body: { templates: [] } },
  "GET /api/desk/pay-hint": { body: { pay: null } },
  "GET /api/desk/jobs": { body: { jobs: [], live: 0, paused: 0, next: null } },
  "GET /api/desk/claims": { body: { groups: [] } },
  "GET /api/desk/jobs/j1": { body: JOB },
};

const toastOf = (title: string) => screen.findByText(title, { ignore: "[role=status]" });

beforeEach(() => sessionStorage.clear());

it("posts a job at each location that was chosen, by keyboard", async () => {
  const calls = serve({ ...SERVER, "POST /api/desk/jobs": { status: 201, body: JOB } });
  const { person, path } = openDeskApp("/desk/jobs/new");
  await person.type(await screen.findByLabelText("Job title"), "Line Cook");
  await person.type(screen.getByLabelText("Pay from"), "21");
  await person.type(screen.getByLabelText("What they'll do"), "Cook.");
  await person.click(screen.getByRole("button", { name: "Post job" }));
  expect(screen.getByText("Please choose a location")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: /Chelsea/ }));
  await person.keyboard(" ");
  screen.getByRole("checkbox", { name: /Harlem/ }).focus();
  await person.keyboard(" ");
  expect(screen.getByText("2 locations chosen")).toBeDefined();
  expect(screen.getByLabelText("How many people at each location")).toBeDefined();
  await person.click(screen.getByRole("checkbox", { name: /^Always hiring/ }));
  expect(screen.queryByLabelText(/How many people/)).toBeNull();
  expect(within(screen.getByRole("article")).getByText("Always hiring")).toBeDefined();
  await person.click(screen.getByRole("button", { name: "Post at 2 locations" }));
  await toastOf("Your job is live at 2 locations");
  expect(path()).toBe("/desk/jobs");
  expect(calls.find(({ key }) => key === "POST /api/desk/jobs")?.body).toMatchObject({ locationId: "p1", alsoAt: ["p3"], alwaysHiring: true });
});

it("begins a copy with what the job says, and leaves the draft of another one alone", async () => {
  serve(SERVER);
  const { person, navigate } = openDeskApp("/desk/jobs/new");
  await person.type(await screen.findByLabelText("Job title"), "Dishwasher");
  navigate("/desk/jobs/new?copy=j1");
  expect(await screen.findByRole("heading", { name: "Post a copy" })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Job title").value).toBe("Line Cook");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Chelsea/ }).checked).toBe(true);
  navigate("/desk/jobs/new");
  await screen.findByRole("heading", { name: "Post a job" });
  expect(screen.getByLabelText<HTMLInputElement>("Job title").value).toBe("Dishwasher");
});

it.each([
  ["at all locations", true],
  ["at this location only", false],
])("changes the text %s", async (_where, everywhere) => {
  const calls = serve({ ...SERVER, "PUT /api/desk/jobs/j1": { body: { ...JOB, version: 5 } } });
  const { person, path } = openDeskApp("/desk/jobs/j1");
  await person.type(await screen.findByLabelText("Pay to (optional)"), "24");
  const choice = screen.getByRole("checkbox", { name: /^Change the text at the other location, too/ });
  expect(screen.getByText(/Also at Astoria/)).toBeDefined();
  if (!everywhere) await person.click(choice);
  await person.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(path()).toBe("/desk/jobs"), { timeout: 5000 });
  expect(calls.find(({ key }) => key === "PUT /api/desk/jobs/j1")?.body).toMatchObject({ payHigh: 24, everywhere, version: 4 });
});
