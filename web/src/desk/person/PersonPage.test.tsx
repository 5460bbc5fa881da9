/** The page of a person says truly why a recording is not there, and when an offer begins. */

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { readDraft } from "#/platform/drafts.ts";
import { openDeskApp } from "#/testing/desk.tsx";
import { type Script, serve } from "#/testing/server.ts";

const ANSWER = {
  order: 1,
  question: "How did you cook?",
  mode: "spoken",
  text: "I cooked.",
  silence: null,
  language: null,
  understood: null,
  passages: [],
  media: null,
  mediaType: null,
  duration: null,
  corrected: false,
  correctedAt: null,
};
const QUESTION = {
  id: "kitchen",
  competency: "Kitchen",
  text: "How did you cook?",
  levels: [],
  language: "en",
  translations: [],
  answers: [ANSWER],
  own: null,
  machine: null,
  machineFrom: null,
  others: [],
  hidden: 0,
};
const MOVE = { number: 1, action: "submit", name: null, fromStage: null, toStage: "submitted", reason: null, words: null, madeAt: "2026-03-01T15:00:00Z" };
const PERSON = {
  id: "one",
  name: "Rosa Delgado",
  firstName: "Rosa",
  title: "Line Cook",
  location: null,
  place: null,
  zone: "America/New_York",
  stage: "offered",
  version: 2,
  turn: "candidate",
  replyBy: null,
  late: false,
  look: null,
  submittedAt: "2026-03-01T15:00:00Z",
  showsVideo: true,
  showsWords: true,
  showsScore: true,
  contact: null,
  questions: [QUESTION],
  viewed: [],
  messages: [],
  meeting: null,
  pending: null,
  earlier: [],
  vacancy: null,
  quick: null,
  moves: [MOVE, { ...MOVE, number: 2, action: "offer", name: "Maria Ortiz", fromStage: "met", toStage: "offered", madeAt: "2026-03-02T15:00:00Z" }],
  offer: { pay: 21, startOn: "2026-03-09", firstShift: "4 PM", place: "218 9th Ave", bring: null, madeAt: "2026-03-02T15:00:00Z", acceptedAt: null },
};
const OPTIONS = {
  id: "one",
  firstName: "Rosa",
  title: "Line Cook",
  employer: "Two Spoons Diner",
  zone: "America/New_York",
  stage: "in_review",
  version: 2,
  minutes: 30,
  actions: ["ask", "decline"],
  availability: [],
  days: [],
  place: "218 9th Ave",
  withoutStreet: null,
  askFor: "Maria",
  viewed: true,
  pending: null,
  meetsAt: null,
  look: null,
  payLow: null,
  payHigh: null,
  language: "en",
  replyDays: 2,
};
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

async function openPerson(more: object, script: Script = {}, query = "") {
  serve({
    "GET /api/desk/me": { body: { employer: { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" }, member: MEMBER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/queue": { body: { rows: [], news: [], waiting: 0, people: 0, minutes: 0, nextKey: null } },
    "GET /api/desk/applications/one": { body: { ...PERSON, ...more } },
    "GET /api/desk/applications/one/place": { body: { key: null, number: null, total: 0, previous: null, next: null } },
    "GET /api/desk/applications/one/links": { body: { links: [] } },
    "GET /api/desk/applications/one/notes": { body: { notes: [], colleagues: [] } },
    "POST /api/desk/wording": { body: { findings: [] } },
    "GET /api/desk/applications/one/sharing": { body: { links: [], reviewers: [], members: [] } },
    ...script,
  });
  const app = openDeskApp(`/desk/applications/one${query}`);
  await screen.findByRole("heading", { level: 1, name: "Rosa Delgado", hidden: true }); // A sheet may cover it.
  return app;
}

it.each([
  [true, "This answer has no recording."],
  [false, "Rosa doesn't share the recording of this answer."],
])("tells a recording that is not there from one that is not shared: %s", async (showsVideo, text) => {
  await openPerson({ showsVideo });
  screen.getByText(text);
});

it("shows the first day of an offer with its weekday", async () => {
  await openPerson({});
  expect(screen.getByText("$21/hour. First day: Mon, Mar 9.")).toBeTruthy();
});

const AHEAD = { startsAt: "2099-03-05T20:00:00Z", zone: "America/New_York", offered: [], minutes: 20, place: "218 9th Ave", askFor: "Maria", state: "chosen" };

const REVIEWED = { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null };

it.each([
  [{ stage: "submitted", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null }, /Watch Rosa's answers, then decide\. You promised a reply by/],
  [{ stage: "question_asked", turn: "candidate", offer: null }, "Rosa has your question. It is their turn; the answer appears on Today."],
  [{ stage: "invited", turn: "candidate", offer: null }, "Rosa has your times. It is their turn to pick one; it appears on Today."],
  [{ stage: "invited", turn: "employer", offer: null, meeting: AHEAD }, /^Rosa comes on Thursday, March 5, 3:00 PM/],
  [{ ...REVIEWED, moves: [{ ...MOVE, action: "refuse_times" }] }, "None of the times work for Rosa."],
  [{ ...REVIEWED, moves: [{ ...MOVE, action: "refuse_times" }], meeting: AHEAD }, /^Rosa can't come on Thursday, March 5, 3:00 PM/],
  [{ ...REVIEWED, moves: [{ ...MOVE, action: "cancel" }] }, /^The meeting was canceled\. Rosa waits for new times or an answer by/],
  [{ stage: "offered", turn: "candidate" }, "Rosa has your offer. It is their turn; the answer appears on Today."],
  [{ stage: "hired", turn: null }, "Rosa starts on Mon, Mar 9: 4 PM."],
  [{ stage: "declined", turn: null }, "This application has ended. Nothing more to do."],
])("says in one line what happens next: %o", async (more, text) => {
  await openPerson(more);
  within(screen.getByRole("region", { name: "What happens next" })).getByText(text);
});

it("offers other times in one tap after none of the times worked", async () => {
  await openPerson({ ...REVIEWED, moves: [{ ...MOVE, action: "refuse_times" }] });
  within(screen.getByRole("region", { name: "What happens next" })).getByRole("button", { name: "Offer other times" });
});

it("says which times were offered, and nothing of a list that the person is not in", async () => {
  const invited = { ...MOVE, number: 2, action: "invite", name: "Maria Ortiz", fromStage: "in_review", toStage: "invited", madeAt: "2026-03-02T15:00:00Z" };
  await openPerson({
    stage: "invited",
    offer: null,
    moves: [MOVE, invited],
    meeting: { ...AHEAD, startsAt: null, state: "offered", offered: ["2099-03-05T20:00:00Z"] },
  });
  screen.getByText(/^Times you offered: Thursday, March 5, 3:00 PM/);
  expect(screen.queryByText("Needs a reply")).toBeNull();
});

it("asks how a meeting went once its time has come", async () => {
  await openPerson({ stage: "invited", turn: "employer", offer: null, meeting: { ...AHEAD, startsAt: "2026-03-05T20:00:00Z" } });
  const next = within(screen.getByRole("region", { name: "What happens next" }));
  next.getByRole("button", { name: "We've met" });
  next.getByRole("button", { name: "Didn't come" });
});

it.each([
  [{ openings: 2, hired: 1, waiting: 3 }, "1 of 2 hired.", null],
  [{ openings: 1, hired: 1, waiting: 3 }, "1 of 1 hired. The job is full. Close it and tell the 3 others who applied?", "Close it and tell them"],
  [{ openings: 1, hired: 1, waiting: 0 }, "1 of 1 hired. The job is full. Close it? Nobody else is waiting.", "Close the job"],
])("counts the openings after a hire, and closes a full job in one tap: %o", async (vacancy, text, button) => {
  const closed: unknown[] = [];
  await openPerson(
    { stage: "hired", turn: null, vacancy: { id: "p1", version: 4, ...vacancy } },
    {
      "POST /api/desk/jobs/p1/state": (body: unknown) => {
        closed.push(body);
        return { body: {} };
      },
    },
  );
  const next = within(screen.getByRole("region", { name: "What happens next" }));
  next.getByText(text);
  if (!button) return expect(next.queryByRole("button")).toBeNull();
  await userEvent.click(next.getByRole("button", { name: button }));
  await waitFor(() => expect(closed).toEqual([{ state: "filled", version: 4 }]));
});

it("shows the quick answers of those who share them", async () => {
  const quick = { start: "immediately", employmentType: "part-time", availability: ["weekends"], hourlyRate: 19, experience: "2-5", distance: "within_10" };
  await openPerson({ quick });
  const part = within(screen.getByRole("region", { name: "Quick answers" }));
  expect(part.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "Immediately",
    "Part-Time",
    "Weekends",
    "From $19/hour",
    "2-5 Years",
    "3 to 10 miles away",
  ]);
});

it("says that the quick answers are not shared", async () => {
  await openPerson({});
  screen.getByText("Rosa doesn't share the quick answers (start, hours, pay) with you.");
});

it("goes on through the list it was opened from, and back to its row", async () => {
  const list = "list=view%3Dlate%26search%3Dde+la&key=due%7Eone";
  const query = "view=late&search=de+la&key=";
  const { person, path } = await openPerson(
    {},
    {
      "GET /api/desk/me": {
        body: { employer: { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" }, member: { ...MEMBER, shortcuts: true } },
      },
      [`GET /api/desk/applications/one/place?${query}due%7Eone`]: {
        body: { key: "due~one", number: 20, total: 497, previous: null, next: { id: "two", key: "due~two", firstName: "Ana" } },
      },
      [`GET /api/desk/applications/two/place?${query}due%7Etwo`]: { body: { key: "due~two", number: 21, total: 497, previous: null, next: null } },
      "GET /api/desk/applications/two": { body: { ...PERSON, id: "two", name: "Ana Kim", firstName: "Ana" } },
      "GET /api/desk/applications/two/notes": { body: { notes: [], colleagues: [] } },
      "GET /api/desk/applications/two/sharing": { body: { links: [], reviewers: [], members: [] } },
    },
    `?${list}`,
  );
  await screen.findByText("20 of 497, Late");
  const back = screen.getAllByRole("link", { name: "Applications" }).map((link) => link.getAttribute("href"));
  expect(back).toContain("/desk/applications?view=late&search=de+la&on=due%7Eone&row=one");
  await person.keyboard("j");
  await screen.findByRole("heading", { level: 1, name: "Ana Kim" });
  expect(path()).toBe("/desk/applications/two?list=view%3Dlate%26search%3Dde%2Bla&key=due%7Etwo");
  await screen.findByText("21 of 497, Late");
});

const NOTE = { id: "n1", name: "Maria Ortiz", told: ["Ana Whitlock"], text: "Calls back after four.", writtenAt: "2026-03-03T15:00:00Z", own: true };

it("keeps a note about the person in what happened, told to a colleague, until its author deletes it", async () => {
  const sent: unknown[] = [];
  const colleagues = [{ id: "ana", name: "Ana Whitlock" }];
  await openPerson(
    {},
    {
      "GET /api/desk/applications/one/notes": { body: { notes: [], colleagues } },
      "POST /api/desk/applications/one/notes": (body: unknown) => {
        sent.push(body);
        return sent.length === 1 ? { status: 503, body: { code: "busy", message: "Busy" } } : { status: 201, body: { notes: [NOTE], colleagues } };
      },
      "DELETE /api/desk/applications/one/notes/n1": { body: { notes: [], colleagues } },
    },
  );
  const story = within(screen.getByRole("region", { name: "So far" }));
  await userEvent.click(screen.getByRole("button", { name: "Add a note" }));
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  screen.getByText("Write your note first.");
  await userEvent.type(screen.getByRole("textbox", { name: "Note for your team" }), "Calls back after four.");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Ana Whitlock" }));
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  await screen.findByText("Your note isn't saved");
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  await story.findByText("Maria Ortiz noted:");
  expect(sent).toEqual([1, 2].map(() => ({ text: "Calls back after four.", tell: ["ana"] })));
  story.getByText("Told: Ana Whitlock");
  expect(screen.getByRole("button", { name: "Add a note" })).toBe(document.activeElement);
  await userEvent.click(story.getByRole("button", { name: "Delete your note: Calls back after four." }));
  await waitFor(() => expect(story.queryByText("Maria Ortiz noted:")).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
});

it("takes the first note of a new application once", async () => {
  const sent: unknown[] = [];
  const fresh = { stage: "submitted", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null, moves: [MOVE] };
  const { person } = await openPerson(fresh, {
    "POST /api/desk/applications/one/notes": (body: unknown) => {
      sent.push(body);
      return { status: 201, body: { notes: [NOTE], colleagues: [] } };
    },
  });
  await person.click(screen.getByRole("button", { name: "Add a note" }));
  await person.type(screen.getByRole("textbox", { name: "Note for your team" }), "Calls back after four.");
  await person.click(screen.getByRole("button", { name: "Save note" }));
  await screen.findByText("Maria Ortiz noted:");
  expect(await screen.findByRole("button", { name: "Add a note" })).toBe(document.activeElement);
  expect(screen.queryByRole("textbox", { name: "Note for your team" })).toBeNull();
  expect(sent).toHaveLength(1);
  expect(readDraft("member:maria", "unsent:note:one")).toBeNull();
});

it("offers to undo a decision also if its sheet was closed while it was on its way", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { person } = await openPerson(
    { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null },
    {
      "GET /api/desk/applications/one/options": { body: OPTIONS },
      "POST /api/desk/applications/one/preview": "unreachable",
      "POST /api/desk/applications/one/moves": async () => {
        await answered;
        return { body: { id: "one", firstName: "Rosa", pending: { action: "ask", mine: true, by: null, dueAt: "2099-03-03T15:00:00Z" } } };
      },
    },
    "?decide=ask",
  );
  await person.type(await screen.findByLabelText("Your question"), "Can you work on Sundays?");
  await person.click(screen.getByRole("button", { name: "Send question" }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer();
  await screen.findByRole("region", { name: "Waiting to be sent" });
  expect(readDraft("member:maria", "unsent:move:one")).toBeNull();
});

it("shows what the candidate does while the page is open, also to somebody who writes to them", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const before = { ...PERSON, stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null };
  let found: object = before;
  await openPerson(
    {},
    {
      "GET /api/desk/applications/one": () => ({ body: found }),
      "GET /api/desk/applications/one/options": { body: OPTIONS },
      "POST /api/desk/applications/one/preview": "unreachable",
    },
    "?decide=ask",
  );
  await person.type(await screen.findByLabelText("Your question"), "Can you work on Sundays?");
  const withdrawal = { ...MOVE, number: 3, action: "withdraw", fromStage: "in_review", toStage: "withdrawn", madeAt: "2026-03-03T15:00:00Z" };
  found = { ...before, stage: "withdrawn", version: 3, turn: null, replyBy: null, moves: [...PERSON.moves, withdrawal] };
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  const sheet = within(screen.getByRole("dialog"));
  sheet.getByText("Something changed in the meantime");
  sheet.getByText("The application was withdrawn.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your question").value).toBe("Can you work on Sundays?");
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Decide" })).toBeNull();
});

it("keeps what was written of a note until it is saved or left", async () => {
  await openPerson({});
  await userEvent.click(screen.getByRole("button", { name: "Add a note" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Note for your team" }), "Half a th");
  cleanup();
  await openPerson({});
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note for your team" }).value).toBe("Half a th");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  screen.getByRole("button", { name: "Add a note" });
});

it("shows no notes to a reviewer", async () => {
  const employer = { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" };
  await openPerson({}, { "GET /api/desk/me": { body: { employer, member: { ...MEMBER, role: "reviewer" } } } });
  expect(screen.queryByRole("button", { name: "Add a note" })).toBeNull();
});

it("offers to load the notes again when they could not be loaded", async () => {
  let works = false;
  await openPerson(
    {},
    {
      "GET /api/desk/applications/one/notes": () =>
        works ? { body: { notes: [NOTE], colleagues: [] } } : { status: 403, body: { code: "role_required", message: "" } },
    },
  );
  await screen.findByText("We couldn't load the notes.");
  works = true;
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Maria Ortiz noted:");
});
