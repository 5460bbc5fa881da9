/** Today: one card for each application that something came back for, then those who wait; people told apart. */

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MANAGER } from "#/testing/member.ts";
import { serve } from "#/testing/server.ts";

const NEWS = {
  id: "n1",
  name: "Rosa Delgado",
  firstName: "Rosa",
  title: "Line Cook",
  job: "p1",
  jobLeft: "open",
  version: 7,
  missed: false,
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
  wrote: null,
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

const EMPTY = { rows: [], news: [], full: [], waiting: 0, people: 0, minutes: 0, nextKey: null };

const GONE = { status: 404, body: { code: "not_found", message: "" } };

async function openToday(
  queue: object,
  role = "manager",
  reply: () => { body: object } = () => ({ body: { ...EMPTY, ...queue } }),
  person: { body: object } = GONE,
  more: Parameters<typeof serve>[0] = {},
) {
  serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: { ...MANAGER, role } } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/queue": reply,
    "GET /api/desk/applications/r1": person,
    "GET /api/desk/applications/n1": GONE,
    ...more,
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
  [
    { reason: "look", own: true },
    "Rosa asked for another look. You said no before: you can still say yes, but only somebody else can say no again.",
    "See the application",
  ],
  [
    { reason: "accepted", replyBy: null, offer: { startOn: "2026-03-12", firstShift: "4 PM", answerBy: null } },
    "Rosa accepted: starts Thu, Mar 12, 4 PM.",
    "See the application",
  ],
  [
    { reason: "unanswered", replyBy: null, offer: { startOn: "2026-03-12", firstShift: "4 PM", answerBy: null } },
    "Rosa hasn't answered your offer, and its first day, Thu, Mar 12, has passed.",
    "See the application",
  ],
  [
    { reason: "unanswered", replyBy: null, offer: { startOn: "2099-03-12", firstShift: "4 PM", answerBy: "2026-03-07" } },
    "Rosa hasn't answered your offer. You asked for an answer by Sat, Mar 7.",
    "See the application",
  ],
  [{ reason: "refused", replyBy: null }, "Rosa said no to your offer.", "See who else applied"],
  [{ reason: "message", replyBy: null }, "Rosa wrote to you and waits for an answer.", "Answer"],
  [
    { reason: "message", replyBy: null, meetsAt: "2026-03-06T20:00:00Z" },
    /^Rosa comes on Friday, March 6, 3:00 PM.*, wrote to you and waits for an answer\.$/,
    "Answer",
  ],
])("says why an application is here, and what is next: %o", async (more, reason, action) => {
  await openToday({ news: [{ ...NEWS, ...more }], waiting: 1, people: 1 });
  screen.getByText(reason);
  screen.getByRole("link", { name: `${action}: Rosa Delgado, Line Cook` });
});

it("shows an unread message with what came after it", async () => {
  await openToday({ news: [{ ...NEWS, reason: "none_fit", wrote: "Is there parking?" }], waiting: 1, people: 1 });
  screen.getByText("and wrote: “Is there parking?”");
  screen.getByRole("link", { name: "Offer other times: Rosa Delgado, Line Cook" });
  expect(screen.getByRole("link", { name: "Answer: Rosa Delgado, Line Cook" }).getAttribute("href")).toBe("/desk/messages?application=n1");
});

it.each([
  ["withdrew", "Got it"],
  ["refused", "Got it"],
  ["message", "Mark as read"],
])("puts away what needs no answer: %s", async (reason, label) => {
  const put: string[] = [];
  const { person } = await openToday({ news: [{ ...NEWS, reason, replyBy: null }] }, "manager", undefined, GONE, {
    "PUT /api/desk/applications/n1/messages/read": () => {
      put.push("n1");
      return { body: {} };
    },
  });
  await person.click(screen.getByRole("button", { name: `${label}: Rosa Delgado, Line Cook` }));
  expect(put).toEqual(["n1"]);
});

it.each(["refused", "withdrew"])("leads to everybody with an open application for the job: %s", async (reason) => {
  await openToday({ news: [{ ...NEWS, reason, replyBy: null }], waiting: 1, people: 1 });
  const link = screen.getByRole("link", { name: "See who else applied: Rosa Delgado, Line Cook" });
  expect(link.getAttribute("href")).toMatch(/^\/desk\/applications\?(.*&)?view=all_open(&|$)/);
});

it.each([
  ["full", "Close the job", "/desk/jobs?search=Line+Cook&fill=p1"],
  ["over", "See the application", "/desk/applications/n1"],
])("offers nobody else for a job that is %s", async (jobLeft, action, path) => {
  await openToday({ news: [{ ...NEWS, reason: "withdrew", replyBy: null, jobLeft }], waiting: 1, people: 1 });
  expect(screen.getByRole("link", { name: `${action}: Rosa Delgado, Line Cook` }).getAttribute("href")).toBe(path);
});

it.each(["no_show", "message"])("corrects at once that somebody did not come: %s", async (reason) => {
  const made: unknown[] = [];
  const { person } = await openToday({ news: [{ ...NEWS, reason, missed: true }], waiting: 1, people: 1 }, "manager", undefined, GONE, {
    "POST /api/desk/applications/n1/moves": (body, headers) => {
      made.push([headers.get("if-match"), body]);
      return { body: { id: "n1", firstName: "Rosa", stage: "met", version: 8, pending: null } };
    },
  });
  await person.click(screen.getByRole("button", { name: "We did meet: Rosa Delgado, Line Cook" }));
  expect(made).toEqual([['"7"', { action: "meet" }]]);
});

it.each([
  ["within ten seconds", () => act(() => vi.advanceTimersByTimeAsync(10_000))],
  ["at once when the tab is seen again", async () => act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })))],
])("shows what candidates did %s", async (_when, pass) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let queue: object = EMPTY;
  await openToday({}, "manager", () => ({ body: queue }));
  screen.getByRole("heading", { level: 1, name: "You're all caught up" });
  queue = { ...EMPTY, news: [NEWS], waiting: 1, people: 1 };
  await pass();
  await screen.findByText("Rosa answered the question.");
});

it("shows an application once, and counts people instead of applications", async () => {
  await openToday({ news: [NEWS], rows: [{ ...ROW, id: "n1", name: "Rosa Delgado" }, ROW], waiting: 3, people: 2 });
  screen.getByRole("heading", { level: 1, name: "2 people are waiting" });
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(["Rosa Delgado", "Luis Lee"]);
});

it("quotes an interview once, also where it was sent to two jobs", async () => {
  const quote = "I ran the register and took the phone orders.";
  const rows = [
    { ...ROW, quote },
    { ...ROW, id: "r2", title: "Busser", quote },
    { ...ROW, id: "r3", name: "Mia Cho", firstName: "Mia", quote },
  ];
  await openToday({ rows, waiting: 3, people: 2 });
  expect(screen.getAllByText(`“${quote}”`).map((words) => within(words.closest("li")!).getByRole("heading").textContent)).toEqual(["Luis Lee", "Mia Cho"]);
});

it("tells an accepted offer beside the message that came after it, until the message is marked as read", async () => {
  const accepted = { ...NEWS, reason: "accepted", replyBy: null, words: null, offer: { startOn: "2026-03-12", firstShift: "4 PM", answerBy: null } };
  let news: object[] = [accepted, { ...NEWS, reason: "message", replyBy: null, words: "Gracias, nos vemos el lunes." }];
  const { person } = await openToday({}, "manager", () => ({ body: { ...EMPTY, news } }), GONE, {
    "PUT /api/desk/applications/n1/messages/read": () => {
      news = [accepted];
      return { body: { id: "n1", firstName: "Rosa", title: "Line Cook", stage: "hired", messages: [], writable: true, replyBy: null, zone: null } };
    },
  });
  screen.getByRole("heading", { level: 1, name: "Messages wait for an answer" });
  screen.getByText("Rosa accepted: starts Thu, Mar 12, 4 PM.");
  await person.click(screen.getByRole("button", { name: "Mark as read: Rosa Delgado, Line Cook" }));
  await screen.findByRole("heading", { level: 1, name: "Nobody is waiting" });
  screen.getByText("Rosa accepted: starts Thu, Mar 12, 4 PM.");
  expect(screen.queryByText(/wrote to you/)).toBeNull();
});

it("loads who is next with the mark that nobody opened it, and shows their face; none of somebody who was only heard", async () => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:face", revokeObjectURL: () => undefined }));
  const marks: string[] = [];
  const marked = (reply: object) => (_: unknown, headers: Headers) => {
    marks.push(`${headers.get("Load-Ahead")} ${headers.get("Range")}`);
    return reply;
  };
  const open = (mediaType: string) =>
    openToday({ rows: [ROW], waiting: 1, people: 1 }, "manager", undefined, GONE, {
      "GET /api/desk/applications/r1": marked({ body: { questions: [{ answers: [{ media: null }, { media: "/media/2", mediaType }] }] } }),
      "GET /media/2": marked({ status: 206 }),
    });
  await open("video/webm");
  await waitFor(() => expect(document.querySelector("aside video")?.getAttribute("src")).toBe("blob:face"));
  expect(new Set(marks)).toEqual(new Set(["true null", "true bytes=0-262143"]));
  cleanup();
  marks.length = 0;
  await open("audio/webm");
  await waitFor(() => expect(marks).toContain("true bytes=0-262143"));
  expect(document.querySelector("video")).toBeNull();
});

it.each([
  [4, "Close it and tell the 4 others"],
  [1, "Close it and tell the other person"],
  [0, "Close the job"],
])("says that a job is full while nothing else waits, and leads to the question about its end: %i others", async (waiting, label) => {
  await openToday({ full: [{ id: "p1", title: "Line Cook", location: "Astoria", waiting }] });
  screen.getByText("Line Cook, Astoria is full.");
  expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe("/desk/jobs?search=Line+Cook&fill=p1");
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
  [{ locations: [], members: [MANAGER] }, [], ["Add your location", "Post a job", "Invite a second person, if you don't hire alone"]],
  [{ locations: [{}], members: [MANAGER] }, [{}], ["Invite a second person, if you don't hire alone"]],
  [{ locations: [{}], members: [MANAGER, MANAGER] }, [{}], []],
])("leads a new owner through the first steps: %o", async (team, jobs, links) => {
  serve({
    "GET /api/desk/me": {
      body: { employer: EMPLOYER, member: { ...MANAGER, role: "owner" } },
    },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/queue": { body: EMPTY },
    "GET /api/desk/team": { body: team },
    "GET /api/desk/jobs": { body: { jobs, live: jobs.length, paused: 0, next: null } },
  });
  openDeskApp("/desk");
  await screen.findByRole("heading", { level: 1, name: "You're all caught up" });
  const found = links.length > 0 ? within(screen.getByRole("region", { name: /Three steps/ })).getAllByRole("link") : [];
  expect(found.map(({ textContent }) => textContent)).toEqual(links);
  if (links.length === 0) expect(screen.queryByRole("region", { name: /Three steps/ })).toBeNull();
});
