/** The list is a queue: its place is in the address, J runs on over pages, and a person's page goes on through it. */

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { keepAgain } from "#/desk/decide/kept.ts";
import { keepDraft, readDraft } from "#/platform/drafts.ts";
import { openDeskApp } from "#/testing/desk.tsx";
import { type Script, serve } from "#/testing/server.ts";

const MEMBER = {
  id: "devin",
  name: "Devin Park",
  firstName: "Devin",
  email: "devin@example.com",
  role: "manager",
  language: "en",
  secondFactor: false,
  hasPassword: true,
  dailyDigest: true,
  newsMail: true,
  shortcuts: true,
  allLocations: true,
  locationIds: [],
};
const COUNTS = { needsReply: 4, dueToday: 0, late: 3, waiting: 0, meetingThisWeek: 0, allOpen: 4, ended: 0 };
const row = (id: string, name: string) => ({
  id,
  name,
  title: "Line Cook",
  location: null,
  stage: "in_review",
  again: false,
  version: 2,
  replyBy: "2026-03-01T05:00:00Z",
  zone: null,
  late: true,
  meetsAt: null,
  viewers: ["Devin Park"],
  viewed: true,
  ratings: 0,
  mean: null,
  pending: null,
  pendingOwn: false,
  key: `due~${id}`,
});
const ANA = row("a1", "Ana Kim");
const BEN = row("b2", "Ben Novak");
const EVA = row("c3", "Eva Ruiz");
const page = (rows: object[], more: object) => ({ body: { rows, counts: null, total: null, first: 1, previousKey: null, nextKey: null, ...more } });

function openList(path: string, script: Script = {}) {
  const calls = serve({
    "GET /api/desk/me": { body: { employer: { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" }, member: MEMBER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/views": { body: { views: [] } },
    "GET /api/desk/list-choices": { body: { jobs: [], locations: [], members: [], cut: [] } },
    "GET /api/desk/applications?view=late": page([ANA, BEN], { counts: COUNTS, total: 3, nextKey: "due~b2" }),
    "GET /api/desk/applications?view=late&after=due%7Eb2": page([EVA], { first: 3, previousKey: "due~c3" }),
    "GET /api/desk/applications?view=late&before=due%7Ec3": page([ANA, BEN], { nextKey: "due~b2" }),
    "GET /api/desk/applications?view=late&on=due%7Ec3": page([EVA], { first: 3, previousKey: "due~c3" }),
    ...script,
  });
  return { calls, ...openDeskApp(path) };
}

const OPTIONS = {
  id: "a1",
  firstName: "Ana",
  title: "Line Cook",
  employer: "Two Spoons Diner",
  zone: "America/New_York",
  stage: "in_review",
  version: 2,
  minutes: 30,
  actions: ["invite", "ask", "decline"],
  availability: [],
  wishedTimes: null,
  replyStays: null,
  days: [],
  place: "31-10 Broadway, Astoria",
  withoutStreet: null,
  askFor: "Devin",
  viewed: true,
  pending: null,
  meetsAt: null,
  look: null,
  payLow: null,
  payHigh: null,
  language: "en",
  replyDays: 2,
};

afterEach(() => sessionStorage.clear());

const focused = () => document.activeElement?.textContent;

it("runs on over the end of a page, and back", async () => {
  const { person, path } = openList("/desk/applications?view=late");
  await screen.findByRole("link", { name: "Ana Kim" });
  screen.getByText("1–2 of 3");
  for (const name of ["Ana Kim", "Ben Novak"]) {
    await person.keyboard("j");
    expect(focused()).toBe(name);
  }
  await person.keyboard("j");
  await waitFor(() => expect(focused()).toBe("Eva Ruiz"));
  screen.getByText("3–3 of 3");
  expect(path()).toBe("/desk/applications?view=late&after=due%7Eb2");
  await person.keyboard("k");
  await waitFor(() => expect(focused()).toBe("Ben Novak"));
});

it("keeps page, row and selection in the address", async () => {
  const { person, path } = openList("/desk/applications?view=late&on=due~c3&row=c3&selected=a1.c3", {
    "POST /api/desk/applications/selected": (body) => {
      expect(body).toEqual({ ids: ["a1"] });
      return { body: { rows: [ANA] } };
    },
  });
  await waitFor(() => expect(focused()).toBe("Eva Ruiz"));
  const bar = await screen.findByRole("region", { name: "Selected applications" });
  within(bar).getByText("2 selected");
  await person.keyboard("x");
  within(bar).getByText("1 selected");
  expect(path()).toBe("/desk/applications?view=late&on=due%7Ec3&row=c3&selected=a1");
  expect(screen.getByRole("link", { name: "Eva Ruiz" }).getAttribute("href")).toBe("/desk/applications/c3?from=view%3Dlate&key=due%7Ec3");
});

it("filters by stage with two keys, and shows views, sort and all keys by one", async () => {
  const { person, path } = openList("/desk/applications?view=late", {
    "GET /api/desk/applications": page([ANA], { counts: COUNTS, total: 1 }),
  });
  await screen.findByRole("link", { name: "Ana Kim" });
  await person.keyboard("s");
  expect(within(screen.getByRole("dialog", { name: "Stage" })).getByRole("button", { name: "New" })).toBe(document.activeElement);
  await person.keyboard("2");
  expect(path()).toBe("/desk/applications?view=late&stage=in_review");
  screen.getByRole("button", { name: "Filter (1 on)" });
  await person.keyboard("c");
  expect(path()).toBe("/desk/applications?view=late");
  await person.keyboard("o");
  expect(path()).toBe("/desk/applications?view=late&sort=newest");
  await person.keyboard("6");
  expect(path()).toBe("/desk/applications?view=all_open");
  await person.keyboard("?");
  within(screen.getByRole("dialog", { name: "All keys" })).getByText("Select everyone in this list");
});

it("selects all that match, with their number, except those who were taken out", async () => {
  const { person, path } = openList("/desk/applications?view=late", {
    "GET /api/desk/applications?view=late&size=500": page([ANA, BEN, EVA], {}),
  });
  await person.click(await screen.findByRole("checkbox", { name: "Select all 3" }));
  const bar = await screen.findByRole("region", { name: "Selected applications" });
  await within(bar).findByText("3 selected");
  expect(path()).toBe("/desk/applications?view=late&selected=all");
  await person.click(screen.getByRole("checkbox", { name: "Select Ben Novak" }));
  within(bar).getByText("2 selected");
  expect(path()).toBe("/desk/applications?view=late&selected=all&except=b2");
});

it("loads no page ahead with the key of the view before", async () => {
  const ahead: string[] = [];
  const { person } = openList("/desk/applications?view=late", {
    "GET /api/desk/applications?view=all_open": page([EVA], { counts: COUNTS, total: 1 }),
    "GET /api/desk/applications?view=all_open&after=due%7Eb2": () => {
      ahead.push("all_open");
      return page([], {});
    },
  });
  await screen.findByRole("link", { name: "Ben Novak" });
  await person.keyboard("6");
  await screen.findByRole("link", { name: "Eva Ruiz" });
  expect(ahead).toEqual([]);
});

it.each([null, "2099-03-06T19:00:00Z"])("says before closing several applications whose meeting is canceled: %s", async (meetsAt) => {
  const { person } = openList("/desk/applications?view=late&selected=a1.b2", {
    "GET /api/desk/applications?view=late": page([ANA, { ...BEN, meetsAt }], { counts: COUNTS, total: 2 }),
    "POST /api/desk/applications/selected": { body: { rows: [ANA, { ...BEN, meetsAt }] } },
    "GET /api/desk/applications/a1/options": { body: OPTIONS },
    "POST /api/desk/applications/a1/preview": "unreachable",
  });
  const bar = await screen.findByRole("region", { name: "Selected applications" });
  await within(bar).findByRole("button", { name: /filled/ });
  await person.keyboard("f");
  await screen.findByText("They are told that the job was filled.");
  expect(document.activeElement, "neither to close the dialog nor the applications").toBe(screen.getByRole("dialog"));
  expect(screen.queryAllByText("Agreed meetings are canceled, and the messages say so: Ben Novak.")).toHaveLength(meetsAt ? 1 : 0);
});

it("keeps a question to several people until it is sent, and tells whose it is", async () => {
  const both: Script = {
    "POST /api/desk/applications/selected": { body: { rows: [ANA, BEN] } },
    "GET /api/desk/applications/a1/options": { body: OPTIONS },
    "POST /api/desk/applications/a1/preview": "unreachable",
    "GET /api/desk/unsent": { body: { unsent: [] } },
  };
  const { person } = openList("/desk/applications?view=late&selected=a1.b2", both);
  const bar = await screen.findByRole("region", { name: "Selected applications" });
  await within(bar).findByText("2 selected");
  await person.click(within(bar).getByRole("button", { name: /Ask/ }));
  await person.type(await screen.findByLabelText("Your question"), "Can you work on Sundays?");
  const at = "/desk/applications?view=late&selected=a1.b2&decide=ask";
  expect(readDraft("member:devin", `unsent:bulk:${at}`)).toMatchObject({ name: "Ana Kim and Ben Novak" });

  cleanup(); // The session ended.
  const { person: again, path } = openList("/desk/applications?view=late", both);
  await screen.findByText("Not sent: your question to Ana Kim and Ben Novak");
  await again.click(screen.getByRole("link", { name: "Continue writing to Ana Kim and Ben Novak" }));
  expect(path()).toBe(at);
  expect(await screen.findByLabelText<HTMLTextAreaElement>("Your question")).toHaveProperty("value", "Can you work on Sundays?");
  await again.keyboard("{Escape}");
  await waitFor(() => expect(path()).toBe("/desk/applications?view=late&selected=a1.b2"));
  expect(readDraft("member:devin", `unsent:bulk:${at}`), "the sheet was closed").not.toBeNull();
  await again.click(within(await screen.findByRole("region", { name: "Selected applications" })).getByRole("button", { name: /Ask/ }));
  expect(await screen.findByLabelText<HTMLTextAreaElement>("Your question")).toHaveProperty("value", "Can you work on Sundays?");
  await again.click(screen.getByRole("button", { name: "Start over" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your question").value).toBe("");
  expect(readDraft("member:devin", `unsent:bulk:${at}`), "begun again").toBeNull();
});

it("tells what was undone only in the list where it was written, in a line", async () => {
  const kept = { kind: "bulk", about: "/desk/applications?view=late&selected=a1.b2&decide=invite", name: "Ana Kim and 45 others", action: "invite", draft: {} };
  keepAgain("member:devin", kept as never);
  openList("/desk/applications?view=late");
  await screen.findByText("You undid this. What you wrote to Ana Kim and 45 others is still here.");
  expect(screen.queryByText(/Not sent/)).toBeNull();
  cleanup();
  openList("/desk/messages", { "GET /api/desk/threads": { body: { threads: [], nextKey: null } }, "GET /api/desk/questions": "unreachable" });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText(/Ana Kim and 45 others/)).toBeNull();
});

it("keeps what was not sent to one person off the pages of others", async () => {
  keepDraft("member:devin", "unsent:note:a1", { kind: "note", about: "a1", name: "Ana", text: "Call back." });
  const open = (id: string) => openList(`/desk/applications/${id}`, { [`GET /api/desk/applications/${id}`]: "unreachable" });
  open("a1");
  await screen.findByText("Not saved: your note about Ana");
  cleanup();
  open("b2");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText("Not saved: your note about Ana")).toBeNull();
});

it("takes back what a lost reply has stored before an edited batch is sent, and sends the same one with the same key", async () => {
  const asked: string[] = [];
  const undone: unknown[] = [];
  const { person } = openList("/desk/applications?view=late&selected=a1.b2", {
    "POST /api/desk/applications/selected": { body: { rows: [ANA, BEN] } },
    "GET /api/desk/applications/a1/options": { body: OPTIONS },
    "POST /api/desk/applications/a1/preview": { body: { language: "en", letter: { paragraphs: [], times: [], timesAfter: 0 }, findings: [], warning: null } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "POST /api/desk/applications/moves": (_, headers) => {
      asked.push(headers.get("Idempotency-Key") ?? "");
      return "unreachable";
    },
    "POST /api/desk/applications/moves/undo": (body) => {
      undone.push(body);
      return { body: { ids: [] } };
    },
  });
  const bar = await screen.findByRole("region", { name: "Selected applications" });
  await person.click(await within(bar).findByRole("button", { name: /Ask/ }));
  const field = await screen.findByLabelText("Your question");
  await person.type(field, "Sundays?");
  const send = async (times: number) => {
    await person.click(screen.getByRole("button", { name: /^Ask 2/ }));
    await waitFor(() => expect(asked).toHaveLength(times));
    await screen.findByText("That wasn't sent");
  };
  await send(1);
  await send(2);
  expect([new Set(asked).size, undone]).toEqual([1, []]);
  await person.type(field, " Or Mondays?");
  await send(3);
  expect([new Set(asked).size, undone]).toEqual([2, [{ ids: ["a1", "b2"] }]]);
});

it("names who has to be watched before an invitation, and leads to the first of them", async () => {
  const unseen = { ...ANA, viewed: false };
  const { person } = openList("/desk/applications?view=late", {
    "GET /api/desk/applications?view=late": page([unseen, { ...BEN, viewed: false }], { counts: COUNTS, total: 2 }),
  });
  await screen.findByText("Ana Kim");
  await person.keyboard("jxjx");
  await screen.findByText("To invite Ana Kim and Ben Novak, watch an answer first.");
  await person.keyboard("i");
  const sheet = within(await screen.findByRole("dialog"));
  const path = sheet.getByRole("link", { name: "Open Ana Kim" }).getAttribute("href");
  expect(path).toContain("/desk/applications/a1?from=view%3Dlate");
});

it("leads from people nobody has watched to closing their job, which tells them all", async () => {
  const unseen = { ...BEN, stage: "submitted", viewers: [], viewed: false, jobId: "j1" };
  const { person } = openList("/desk/applications?view=late&selected=a1.b2", {
    "GET /api/desk/applications?view=late": page([ANA, unseen], { counts: COUNTS, total: 2 }),
    "POST /api/desk/applications/selected": { body: { rows: [ANA, unseen] } },
    "GET /api/desk/applications/a1/options": { body: OPTIONS },
    "POST /api/desk/applications/a1/preview": "unreachable",
  });
  await screen.findByText("2 selected");
  await person.keyboard("f");
  const sheet = within(await screen.findByRole("dialog", { name: "Close 1 application" }));
  await sheet.findByText("Nobody has watched an answer yet: Ben Novak (Line Cook)");
  expect(sheet.getByRole("link", { name: "Close the job: Line Cook" }).getAttribute("href")).toBe("/desk/jobs?search=Line+Cook&fill=j1");
});

it("asks for the place of an invitation of several people where the location has no street", async () => {
  const { person } = openList("/desk/applications?view=late", {
    "GET /api/desk/applications/a1/options": {
      body: { ...OPTIONS, place: "New York, NY 10027", withoutStreet: { name: "New York 10027", city: "New York, NY 10027" } },
    },
  });
  await screen.findByText("Ana Kim");
  await person.keyboard("jxjxi");
  const where = await within(await screen.findByRole("dialog")).findByLabelText<HTMLInputElement>("Where");
  expect(where.value).toBe("");
});

it("keeps the rows, the words and the cursor while a search is on its way, and says that it is busy", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { person } = openList("/desk/applications?view=late", {
    "GET /api/desk/applications?view=late&search=eva": async () => {
      await answered;
      return page([EVA], { counts: COUNTS, total: 1 });
    },
  });
  await screen.findByText("Ana Kim");
  const field = screen.getByRole<HTMLInputElement>("searchbox");
  await person.type(field, "eva{Enter}");
  const table = screen.getByRole("table");
  await waitFor(() => expect(table.closest("[aria-busy=true]")).not.toBeNull());
  screen.getByText("Ana Kim");
  expect([field.value, document.activeElement]).toEqual(["eva", field]);
  answer();
  await screen.findByText("Eva Ruiz");
  expect(screen.getByRole("table").closest("[aria-busy=true]")).toBeNull();
  expect([field.value, document.activeElement]).toEqual(["eva", field]);
});

it("searches after a pause in typing, and Esc leaves the field with what was typed", async () => {
  const { person, path } = openList("/desk/applications?view=late", {
    "GET /api/desk/applications?view=late&search=eva": page([EVA], { counts: COUNTS, total: 1 }),
  });
  await screen.findByText("Ana Kim");
  const field = screen.getByRole<HTMLInputElement>("searchbox");
  await person.type(field, "eva ");
  await waitFor(() => expect(screen.queryByText("Ana Kim")).toBeNull());
  await screen.findByText("Eva Ruiz");
  expect([field.value, document.activeElement]).toEqual(["eva ", field]);
  await person.keyboard("{Escape}");
  expect(document.activeElement).not.toBe(field);
  expect([field.value, path()]).toEqual(["eva ", "/desk/applications?view=late&search=eva"]);
  await person.clear(field);
  await screen.findByText("Ana Kim");
  expect(path()).toBe("/desk/applications?view=late");
});

it("says that people are declined one by one, and names the keys that act on a selection", async () => {
  const { person } = openList("/desk/applications?view=late&selected=a1.b2", {
    "POST /api/desk/applications/selected": { body: { rows: [ANA, BEN] } },
  });
  await screen.findByText("2 selected");
  const keys = within(screen.getByRole("region", { name: "All keys" }));
  keys.getByText("Job filled");
  expect(keys.queryByText("Decline")).toBeNull();
  await person.keyboard("d");
  await screen.findAllByText("You decline one person at a time. Clear the selection first.");
  await person.keyboard("{Escape}");
  keys.getByText("Decline");
});

it("searches in the other views for somebody who is not in this one", async () => {
  const { person } = openList("/desk/applications?view=late&search=Rosa", {
    "GET /api/desk/applications?view=late&search=Rosa": page([], { counts: COUNTS, total: 0 }),
    "GET /api/desk/applications?view=ended&search=Rosa": page([row("d4", "Rosa Kim")], { counts: COUNTS, total: 1 }),
  });
  await screen.findByRole("link", { name: "Search in “All open”" });
  await person.click(screen.getByRole("link", { name: "Search in “Ended”" }));
  await screen.findByText("Rosa Kim");
});
