/** What is kept about a candidate: every state of the page, and each thing that can be ended, deleted or taken along. */

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { OwnData } from "#/features/privacy/queries.ts";
import { openApp } from "#/testing/app.tsx";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 5 });
const DATA: OwnData = {
  counts: { answers: 4, applications: 1, interviews: 1, messages: 0, recordings: 4, savedJobs: 0, searches: 1 },
  commitments: [],
  grants: [
    {
      active: true,
      applicationId: "a1",
      employer: "Two Spoons Diner",
      quickAnswers: true,
      score: true,
      until: "2099-08-09T12:00:00Z",
      video: true,
      words: true,
    },
  ],
  interviews: [{ answers: 4, id: "i1", jobTitle: "Restaurant Server", scheduledAt: "2026-05-09T13:12:00Z" }],
  retention: { backupDays: 30, exportDays: 7, heldUntil: null, recordYears: 4, recordingDays: 90, undoDays: 7 },
  staffReads: [],
  openings: [],
  viewCount: 0,
  views: [],
};
const NOTHING: OwnData = {
  ...DATA,
  grants: [],
  interviews: [],
  counts: { answers: 0, applications: 0, interviews: 0, messages: 0, recordings: 0, savedJobs: 0, searches: 0 },
};
const COPY = { readyAt: "2026-05-09T13:12:00Z", requestedAt: "2026-05-09T13:00:00Z", sizeBytes: 2_400_000, state: "ready", until: "2099-05-16T13:12:00Z" };
const READ = "GET /api/privacy/data";
const FAILED = "We couldn't load this. Check your connection and try again.";
const BROKEN = { status: 503, body: { code: "busy", message: "" } };

function open(script: Script) {
  const calls = serve({
    "GET /api/auth/me": { body: { user: MAYA } },
    "GET /api/notifications": { body: { notifications: [] } },
    [READ]: { body: DATA },
    "GET /api/privacy/export": { body: { export: null } },
    "GET /api/privacy/erasure": { body: { pending: null } },
    ...script,
  });
  return { ...openApp("/your-data", MAYA), sent: () => calls.filter(({ key }) => !key.startsWith("GET")).map(({ key }) => key) };
}

const region = async (name: string) => within(await screen.findByRole("region", { name }));

it("tries again after a failure, and says who has nothing", async () => {
  let works = false;
  const { person } = open({ [READ]: () => (works ? { body: NOTHING } : BROKEN) });
  await screen.findByRole("heading", { level: 1, name: FAILED });
  works = true;
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Nobody. You haven't shared your interview with an employer.");
  screen.getByText("Nobody has looked at your answers yet.");
  screen.getByText("You have no interviews.");
});

it("loads as soon as there is a network", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  let works = false;
  open({ [READ]: () => (works ? { body: NOTHING } : "unreachable") });
  await screen.findByText("We'll show this as soon as you're back online.");
  works = true;
  onLine.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  await screen.findByRole("heading", { level: 1, name: "Your data" });
});

it("shows nobody's data to a visitor", async () => {
  serve({ "GET /api/auth/me": { status: 401, body: { code: "not_signed_in", message: "" } } });
  const { path } = openApp("/your-data");
  await waitFor(() => expect(path()).toMatch(/^\/(login|sign-?up)/));
});

it("stops sharing after a second look, and says when that did not work", async () => {
  let works = false;
  const { person, sent } = open({
    [READ]: () => ({ body: works ? { ...DATA, grants: DATA.grants.map((grant) => ({ ...grant, active: false })) } : DATA }),
    "PUT /api/applications/a1/shares": () => (works ? { body: {} } : BROKEN),
  });
  const has = await region("Who can see your interview");
  const stop = async () => {
    await person.click(has.getByRole("button", { name: "Stop sharing with Two Spoons Diner" }));
    await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Stop sharing" }));
  };
  await stop();
  await has.findByText("You are still sharing");
  works = true;
  await stop();
  await has.findByText("They can't see your interview anymore.");
  expect(sent()).toEqual([1, 2].map(() => "PUT /api/applications/a1/shares"));
});

it("says until when a legal hold keeps everything", async () => {
  open({ [READ]: { body: { ...DATA, retention: { ...DATA.retention, heldUntil: "2099-03-01T00:00:00Z" } } } });
  const long = await region("How long we keep it");
  await long.findByText(/^The law requires us to keep everything until .*2099, also what you delete or change\.$/);
});

it("says before the press until when a legal hold keeps what is deleted, and offers to delete no interview", async () => {
  const { person } = open({ [READ]: { body: { ...DATA, retention: { ...DATA.retention, heldUntil: "2099-03-01T12:00:00Z" } } } });
  const one = await region("Delete an interview");
  await one.findByText(/^The law requires us to keep your interviews until Mar.1, 2099/);
  expect(one.queryByRole("button", { name: /^Delete the interview/ })).toBeNull();
  const all = await region("Delete everything");
  await all.findByText(/The law requires us to keep your account and your data until March 1, 2099, .* On that day we delete everything\./);
  expect(all.queryByText(/After 7 days/)).toBeNull();
  await person.click(all.getByRole("button", { name: "Delete everything" }));
  await within(await screen.findByRole("dialog")).findByText(/The law requires us to keep your data until March 1, 2099/);
});

it("promises the seven days where a legal hold ends before them", async () => {
  const heldUntil = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  open({ [READ]: { body: { ...DATA, retention: { ...DATA.retention, heldUntil } } } });
  await (await region("Delete everything")).findByText(/After 7 days we delete your account/);
});

it("deletes an interview after a second look", async () => {
  let deleted = false;
  const { person, sent } = open({
    [READ]: () => ({ body: deleted ? NOTHING : DATA }),
    "DELETE /api/privacy/interviews/i1": () => {
      deleted = true;
      return { body: {} };
    },
  });
  const one = await region("Delete an interview");
  await person.click(one.getByRole("button", { name: /^Delete the interview for Restaurant Server/ }));
  await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Keep it" }));
  expect(sent()).toEqual([]);
  await person.click(one.getByRole("button", { name: /^Delete the interview for Restaurant Server/ }));
  await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await one.findByText("You have no interviews.");
});

it("deletes everything, and keeps it after all", async () => {
  let pending: object | null = null;
  const { person, sent } = open({
    "GET /api/privacy/erasure": () => ({ body: { pending } }),
    "POST /api/privacy/erasure": () => {
      pending = { dueAt: "2099-05-17T03:00:00Z", heldUntil: null, day: "2099-05-16", requestedAt: "2099-05-10T03:00:00Z" };
      return { body: { pending } };
    },
    "DELETE /api/privacy/erasure": () => {
      pending = null;
      return { body: { pending } };
    },
  });
  const all = await region("Delete everything");
  await person.click(await all.findByRole("button", { name: "Delete everything" }));
  await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete everything" }));
  await all.findByText("We delete everything on May 16, 2099");
  await person.click(all.getByRole("button", { name: "Keep my data" }));
  await screen.findByText("We'll keep your data. Withdrawn applications stay withdrawn.");
  await all.findByRole("button", { name: "Delete everything" });
  expect(sent()).toEqual(["POST /api/privacy/erasure", "DELETE /api/privacy/erasure"]);
});

it("says what deleting everything does to a job that was taken, an offer and a meeting", async () => {
  const common = { title: "Line Cook", startOn: null, meetsAt: null, zone: null, contact: true };
  const commitments: OwnData["commitments"] = [
    { ...common, applicationId: "a1", employer: "Two Spoons Diner", kind: "hired", startOn: "2099-03-09" },
    { ...common, applicationId: "a2", employer: "Corner Cafe", kind: "offer" },
    { ...common, applicationId: "a3", employer: "Night Owl", kind: "meeting", meetsAt: "2099-03-05T20:00:00Z", zone: "America/New_York" },
  ];
  const { person } = open({ [READ]: { body: { ...DATA, commitments } }, "GET /api/privacy/erasure": { body: { pending: null } } });
  const all = await region("Delete everything");
  await person.click(await all.findByRole("button", { name: "Delete everything" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/^You start at Two Spoons Diner on Mon, Mar 9: Line Cook\. Deleting doesn't change that\..* see your phone number and email until/);
  expect(dialog.getByRole("link", { name: /Write to Two Spoons Diner$/ }).getAttribute("href")).toBe("/application?id=a1");
  dialog.getByText("After this you can't accept the offer from Corner Cafe: Line Cook.");
  dialog.getByText(/^This cancels your meeting with Night Owl, and we tell them: .*Mar(ch)? 5/);
});

it.each([
  [{ ...COPY, state: "pending" }, "We're making your file. We'll email you when it's ready, so you can leave this page.", null],
  [{ ...COPY, state: "failed" }, "We couldn't make your file. Please try again.", "Try Again"],
  [COPY, "Your file is ready: 2.4 MB. You can download it until May 16, 2099.", "Download"],
])("says how far the copy is: %o", async (copy, text, button) => {
  open({ "GET /api/privacy/export": { body: { export: copy } } });
  const card = await region("Download everything");
  await card.findByText(text);
  expect(
    card
      .queryAllByRole("button")
      .map(({ textContent }) => textContent)
      .slice(0, 1),
  ).toEqual(button ? [button] : []);
});

it("asks for a copy, and says when that did not work", async () => {
  let works = false;
  const { person } = open({ "POST /api/privacy/export": () => (works ? { body: { export: { ...COPY, state: "pending" } } } : BROKEN) });
  const card = await region("Download everything");
  await person.click(await card.findByRole("button", { name: "Make my file" }));
  await card.findByText("That didn't work");
  works = true;
  await person.click(card.getByRole("button", { name: "Make my file" }));
  await card.findByText(/^We're making your file\./);
});

it("tells who got what, whatever their app reports", async () => {
  const opening = { employer: "Two Spoons Diner", name: "Maria Ortiz", openedAt: "2026-05-12T13:12:00Z", title: "Restaurant Server" };
  open({
    [READ]: {
      body: {
        ...DATA,
        openings: [
          { ...opening, answer: 2, id: "o2", kind: "video" },
          { ...opening, answer: null, id: "o1", kind: "words", openedAt: "2026-05-12T13:11:00Z" },
        ],
      },
    },
  });
  const looked = await region("Who looked at your answers");
  const rows = looked.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows[0]).toContain("Opened the recording of answer 2. Restaurant Server");
  expect(rows[1]).toContain("Opened the page with your answers. Restaurant Server");
  looked.getByText(/“Opened” means that we sent it to them/u);
  expect(looked.queryByText("Nobody has looked at your answers yet.")).toBeNull();
});

it("says of a view too short to count that the answer was opened", async () => {
  const view = {
    id: "v1",
    name: "Maria",
    employer: "Two Spoons Diner",
    title: "Server",
    answer: 1,
    kind: "video",
    seconds: 3,
    counts: false,
    beganAt: "2026-05-09T13:12:00Z",
  };
  open({ [READ]: { body: { ...DATA, viewCount: 2, views: [view, { ...view, id: "v2", answer: 2, seconds: 9, counts: true }] } } });
  await screen.findByText("Opened the recording of answer 1. Server");
  await screen.findByText("Watched answer 2 for 0:09. Server");
});
