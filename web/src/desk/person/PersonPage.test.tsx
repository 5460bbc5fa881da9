/** The page of a person says truly what there is, what happened, and who is next. */

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { m } from "#/messages.gen/messages.js";
import { QUESTION } from "#/testing/member.ts";
import { EMPLOYER, MANAGER } from "#/testing/member.ts";
import { MOVE, OPTIONS, PERSON, openPerson, REVIEWED, AHEAD } from "#/testing/personPage.tsx";

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

it.each([
  [{ stage: "submitted", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null }, /Watch Rosa's answers, then decide\. You promised a reply by/],
  [{ stage: "question_asked", turn: "candidate", offer: null }, "Rosa has your question. It is their turn; the answer appears on Today."],
  [{ stage: "invited", turn: "candidate", offer: null }, "Rosa has your times. It is their turn to pick one; it appears on Today."],
  [
    { stage: "invited", turn: "candidate", offer: null, meeting: { ...AHEAD, state: "offered", startsAt: null, offered: [] } },
    "None of the times you offered is left: you agreed to meet others then.",
  ],
  [{ stage: "invited", turn: "employer", offer: null, meeting: AHEAD }, /^Rosa comes on Thursday, March 5, 3:00 PM/],
  [{ ...REVIEWED, moves: [{ ...MOVE, action: "refuse_times" }] }, "None of the times work for Rosa."],
  [{ ...REVIEWED, moves: [{ ...MOVE, action: "refuse_times" }], meeting: AHEAD }, /^Rosa can't come on Thursday, March 5, 3:00 PM/],
  [{ ...REVIEWED, moves: [{ ...MOVE, action: "cancel" }] }, /^The meeting was canceled\. Rosa waits for new times or an answer by/],
  [{ ...REVIEWED, moves: [{ ...MOVE, action: "no_show" }], meeting: { ...AHEAD, state: "no_show" } }, "Rosa didn't come on Thu, Mar 5."],
  [
    { stage: "offered", turn: "candidate", offer: { ...PERSON.offer, startOn: "2099-03-09" } },
    "Rosa has your offer. It is their turn; the answer appears on Today.",
  ],
  [{ stage: "offered", turn: "candidate" }, "Rosa hasn't answered your offer, and its first day, Mon, Mar 9, has passed."],
  [{ stage: "hired", turn: null }, "Rosa starts on Mon, Mar 9: 4 PM."],
  [{ stage: "declined", turn: null }, "This application has ended. Nothing more to do."],
])("says in one line what happens next: %o", async (more, text) => {
  await openPerson(more);
  within(screen.getByRole("region", { name: "What happens next" })).getByText(text);
});

it("corrects that somebody didn't come", async () => {
  await openPerson({ ...REVIEWED, moves: [{ ...MOVE, action: "no_show" }], meeting: { ...AHEAD, state: "no_show" } });
  const next = within(screen.getByRole("region", { name: "What happens next" }));
  next.getByRole("button", { name: "We did meet" });
  next.getByRole("button", { name: "Offer other times" });
});

const WROTE = { id: "m1", sender: "candidate", name: null, question: false, text: "Is there parking?", sentAt: "2026-03-03T15:00:00Z", readAt: null };

it.each([
  [{}, true],
  [{ readAt: "2026-03-03T16:00:00Z" }, false],
  [{ sentAt: "2026-03-01T15:00:00Z" }, false],
  [{ sender: "member", name: "Maria Ortiz" }, false],
])("says that a message waits for an answer until it is read or a member acts: %o", async (more, waits) => {
  await openPerson({ stage: "invited", turn: "employer", offer: null, meeting: AHEAD, messages: [{ ...WROTE, ...more }] });
  within(screen.getByRole("region", { name: "What happens next" })).getByText(/^Rosa comes on Thursday/);
  const asked = screen.queryByRole("region", { name: "Rosa wrote to you and waits for an answer." });
  expect(asked !== null).toBe(waits);
  if (!asked) return;
  within(asked).getByText("“Is there parking?”");
  expect(within(asked).getByRole("link", { name: "Answer" }).getAttribute("href")).toBe("/desk/messages?application=one");
});

it("says that a colleague has decided", async () => {
  await openPerson({ ...REVIEWED, pending: { mine: false, by: "Sam Okafor", action: "decline", dueAt: "2099-03-06T05:00:00Z" } });
  screen.getByText("A colleague has just decided. It goes out in a moment.");
  expect(screen.queryByRole("button", { name: /Decide|Undo/ })).toBeNull();
});

const LOOK = { askedAt: "2026-03-01T15:00:00Z", words: "My second year.", declinedBy: "Maria Ortiz", mine: true, owed: true, deciders: [] };

it.each([
  [true, 2],
  [false, 1],
])("begins another look with what nobody has watched yet, while it is owed: %s", async (owed, number) => {
  const questions = [1, 2, 3].map((order) => ({ ...QUESTION, id: `q${order}`, answers: QUESTION.answers.map((answer) => ({ ...answer, order })) }));
  const viewed = [1, 3].map((answer) => ({ name: "Maria Ortiz", answer }));
  await openPerson({ ...REVIEWED, questions, viewed, look: { ...LOOK, mine: false, owed }, moves: [MOVE, { ...MOVE, number: 2, action: "look_again" }] });
  screen.getByText(m.desk_person_answer_of({ number: String(number), total: "3" }));
});

it("puts another look first only while it is owed", async () => {
  const asked = { ...MOVE, number: 2, action: "look_again" };
  await openPerson({ ...REVIEWED, look: LOOK, moves: [MOVE, asked] });
  screen.getByRole("region", { name: "Rosa asked for another look" });
  expect(screen.queryByRole("region", { name: "What happens next" })).toBeNull();
  cleanup();
  // The second decision has been made, and can still be undone.
  await openPerson({
    ...REVIEWED,
    look: LOOK,
    moves: [MOVE, asked],
    pending: { mine: false, by: "Sam Okafor", action: "decline", dueAt: "2099-03-06T05:00:00Z" },
  });
  expect(screen.queryByRole("region", { name: "Rosa asked for another look" })).toBeNull();
  cleanup();
  // They were invited, picked a time, and then couldn't come.
  const since = ["invite", "choose_time", "refuse_times"].map((action, at) => ({ ...MOVE, number: at + 3, action, madeAt: `2026-03-0${at + 2}T15:00:00Z` }));
  await openPerson({ ...REVIEWED, look: { ...LOOK, owed: false }, moves: [MOVE, asked, ...since], meeting: AHEAD });
  within(screen.getByRole("region", { name: "What happens next" })).getByRole("button", { name: "Offer other times" });
  expect(screen.queryByRole("region", { name: "Rosa asked for another look" })).toBeNull();
  screen.getByText("The candidate asked for another look.");
  screen.getByText("The candidate couldn't come at the agreed time.");
});

it.each([
  [[], /^You said no to Rosa before, so a second no has to come from somebody else\. Until there is somebody, no reply date runs/],
  [["Sam Okafor"], "You said no to Rosa before, so you can't say no again."],
])("says why somebody cannot say no again, and whether a reply date runs: %o", async (deciders, text) => {
  const look = { ...LOOK, deciders };
  await openPerson(
    { ...REVIEWED, replyBy: null, look, moves: [MOVE, { ...MOVE, number: 2, action: "look_again" }] },
    { "GET /api/desk/applications/one/options": { body: { ...OPTIONS, actions: ["invite", "ask", "decline"], look } } },
    "?decide=decline",
  );
  within(await screen.findByRole("dialog")).getByText(text);
});

it("says until when somebody can ask for another look after a no", async () => {
  await openPerson({ ...REVIEWED, stage: "declined", turn: null, replyBy: null, lookUntil: "2026-04-02T15:00:00Z" });
  within(screen.getByRole("region", { name: "What happens next" })).getByText(
    "You said no. Rosa can ask for another look until Thu, Apr 2; it would appear on Today.",
  );
});

it("says first that the candidate has another job here", async () => {
  const hired = { id: "two", title: "Host", location: null, zone: null, stage: "hired", submittedAt: "2026-03-01T15:00:00Z", moves: [], messages: 0 };
  await openPerson({ ...REVIEWED, earlier: [hired] });
  expect(screen.getByRole("link", { name: "Hired here: Host" }).getAttribute("href")).toBe("/desk/applications/two");
});

it("names no reply date where none runs", async () => {
  await openPerson({ ...REVIEWED, stage: "met", replyBy: null });
  within(screen.getByRole("region", { name: "What happens next" })).getByText("Rosa waits for your decision.");
});

it("asks how a meeting went once its time has come", async () => {
  await openPerson({ stage: "invited", turn: "employer", offer: null, meeting: { ...AHEAD, startsAt: "2026-03-05T20:00:00Z" } });
  const next = within(screen.getByRole("region", { name: "What happens next" }));
  next.getByRole("button", { name: "We've met" });
  next.getByRole("button", { name: "Didn't come" });
});

it.each([
  ["2099-03-05T20:00:00Z", ["We've met"], /You're meeting Rosa on Thursday, March 5, 3:00\sPM/],
  [null, ["We've met"], /Rosa hasn't picked a time yet/],
  ["2026-03-05T20:00:00Z", ["We've met", "Didn't come"], null],
])("asks before an offer how the meeting went, with the answers that are possible now: %s", async (meetsAt, buttons, hint) => {
  const made: unknown[] = [];
  const options = { ...OPTIONS, stage: "invited", actions: ["invite", "meet", "no_show", "cancel", "decline", "close"], meetsAt };
  const { person } = await openPerson(
    { stage: "invited", turn: meetsAt ? "employer" : "candidate", offer: null, meeting: meetsAt ? { ...AHEAD, startsAt: meetsAt } : null },
    {
      "GET /api/desk/applications/one/options": () => ({
        body: made.length > 0 ? { ...OPTIONS, stage: "met", actions: ["offer", "decline"], version: 3 } : options,
      }),
      "POST /api/desk/applications/one/preview": { body: { language: "en", letter: { paragraphs: [], times: [], timesAfter: 0 }, findings: [] } },
      "POST /api/desk/applications/one/moves": (body: unknown) => {
        made.push(body);
        return { body: {} };
      },
    },
    "?decide=offer",
  );
  const sheet = within(await screen.findByRole("dialog"));
  await sheet.findByRole("button", { name: "We've met" });
  expect(sheet.getAllByRole("button", { name: /We've met|Didn't come/ }).map(({ textContent }) => textContent)).toEqual(buttons);
  if (hint) sheet.getByText(hint);
  await person.click(sheet.getByRole("button", { name: buttons.at(-1) ?? "" }));
  if (buttons.at(-1) === "Didn't come") {
    sheet.getByText(
      "Rosa gets a message at once that you say you didn't meet on Thursday, March 5, and can answer it. If that turns out wrong, you can correct it.",
    );
    await person.click(sheet.getByRole("button", { name: "Go back" }));
    expect([made.length, sheet.queryByRole("button", { name: "They didn't come" })]).toEqual([0, null]);
    await person.click(sheet.getByRole("button", { name: "Didn't come" }));
    await person.click(sheet.getByRole("button", { name: "They didn't come" }));
  }
  expect(made).toEqual([{ action: meetsAt?.startsWith("2026") ? "no_show" : "meet" }]);
});

const ENDS = (some: boolean) => ({ offered: some ? ["Destiny", "Ana"] : [], meetings: some ? ["Ben"] : [], looks: [], staying: [] });

it.each([
  [{ openings: 2, hired: 1, waiting: 3 }, "1 of 2 hired.", null],
  [{ openings: 1, hired: 1, waiting: 3 }, "1 of 1 hired. The job is full. Close it and tell the 3 others who applied?", "Close it and tell them"],
  [{ openings: 1, hired: 1, waiting: 0 }, "1 of 1 hired. The job is full. Close it? Nobody else is waiting.", "Close the job"],
])("counts the openings after a hire, and closes a full job, but asks before it ends what others wait for: %o", async (vacancy, text, button) => {
  const closed: unknown[] = [];
  await openPerson(
    { stage: "hired", turn: null, vacancy: { id: "p1", version: 4, ...ENDS(vacancy.waiting > 0), ...vacancy } },
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
  if (vacancy.waiting > 0) {
    next.getByText(/This takes back your offers to Destiny and Ana\. The meeting with Ben is canceled, and the message says so\.$/);
    await userEvent.click(next.getByRole("button", { name: "Keep it open" }));
    expect(next.queryByText(/The meeting with Ben/)).toBeNull();
    await userEvent.click(next.getByRole("button", { name: button }));
    expect(closed).toEqual([]);
    await userEvent.click(next.getByRole("button", { name: button }));
  }
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
  const list = "from=view%3Dlate%26search%3Dde+la&key=due%7Eone";
  const query = "view=late&search=de+la&key=";
  const { person, path } = await openPerson(
    {},
    {
      "GET /api/desk/me": {
        body: { employer: EMPLOYER, member: { ...MANAGER, shortcuts: true } },
      },
      [`GET /api/desk/applications/one/place?${query}due%7Eone`]: {
        body: { key: "due~one", number: 20, total: 497, previous: null, next: { id: "two", key: "due~two", firstName: "Ana" } },
      },
      [`GET /api/desk/applications/two/place?${query}due%7Etwo`]: { body: { key: "due~two", number: 21, total: 497, previous: null, next: null } },
      "GET /api/desk/applications": "unreachable",
      "GET /api/desk/views": { body: { views: [] } },
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
  expect(path()).toBe("/desk/applications/two?from=view%3Dlate%26search%3Dde%2Bla&key=due%7Etwo");
  await screen.findByText("21 of 497, Late. That's everybody in this list");
  await person.keyboard("l");
  await waitFor(() => expect(path()).toBe("/desk/applications?view=late&search=de+la&on=due%7Etwo&row=two"));
});

it.each([
  [2, "2 of 2, Kitchen, late. That's everybody in this list"],
  [null, "That's everybody in this list"],
])("says under a saved view's name that the list is at its end, and leads back to it: %s", async (number, place) => {
  const query = "view=late&job=cook&key=due%7Eone";
  const filters = { view: "late", job: "cook", location: "", stage: "", member: "", search: "", sort: "reply_by" };
  const { person, path } = await openPerson(
    {},
    {
      "GET /api/desk/me": { body: { employer: EMPLOYER, member: { ...MANAGER, shortcuts: true } } },
      "GET /api/desk/views": { body: { views: [{ id: "v", name: "Kitchen, late", filters }] } },
      [`GET /api/desk/applications/one/place?${query}`]: { body: { key: "due~one", number, total: 2, previous: null, next: null } },
      "GET /api/desk/applications": "unreachable",
    },
    "?from=view%3Dlate%26job%3Dcook&key=due%7Eone",
  );
  await waitFor(() => expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("That's everybody in this list"));
  await waitFor(() => expect(screen.getAllByText(place)).not.toHaveLength(0));
  screen.getByRole("button", { name: "Back to the list J" });
  await person.keyboard("j");
  await waitFor(() => expect(path()).toBe("/desk/applications?view=late&job=cook&on=due%7Eone&row=one"));
});

it.each([
  ["calendar", "Calendar", "/desk/calendar"],
  ["messages", "Messages", "/desk/messages?application=one"],
])("leads back to the page it was opened from: %s", async (from, name, path) => {
  await openPerson({}, {}, `?from=${from}`);
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name }).getAttribute("href")).toBe(path);
});

it.each([
  ["withdraw", "Rosa took back this application. It shares nothing anymore, and no reply is due."],
  ["refuse_offer", "Rosa said no to your offer. This application shares nothing anymore, and no reply is due."],
])("says what a candidate ended: %s", async (action, says) => {
  await openPerson({ stage: "withdrawn", turn: null, questions: [], moves: [...PERSON.moves, { ...MOVE, number: 3, action, toStage: "withdrawn" }] });
  await screen.findByText(says);
});

it("goes on through the list by keyboard past somebody who shares no answers", async () => {
  const at = (id: string, firstName: string) => ({ id, firstName, key: `due~${id}` });
  const list = "?from=view%3Dlate&key=due~one";
  const { person, path } = await openPerson(
    { ...REVIEWED, questions: [] },
    {
      "GET /api/desk/me": { body: { employer: EMPLOYER, member: { ...MANAGER, shortcuts: true } } },
      "GET /api/desk/applications": "unreachable",
      "GET /api/desk/views": { body: { views: [] } },
      "GET /api/desk/applications/two/notes": { body: { notes: [], colleagues: [] } },
      "GET /api/desk/applications/two/sharing": { body: { links: [], reviewers: [], members: [] } },
      "GET /api/desk/applications/two": { body: { ...PERSON, ...REVIEWED, id: "two", name: "Omar Haddad", firstName: "Omar" } },
      "GET /api/desk/applications/one/place?view=late&key=due%7Eone": {
        body: { key: "due~one", number: 20, total: 497, previous: null, next: at("two", "Omar") },
      },
      "GET /api/desk/applications/two/place?view=late&key=due%7Etwo": {
        body: { key: "due~two", number: 21, total: 497, previous: at("one", "Rosa"), next: null },
      },
    },
    list,
  );
  await screen.findByText("20 of 497, Late");
  await person.keyboard("?");
  const dialog = within(await screen.findByRole("dialog", { name: "All keys" }));
  dialog.getByText("Person");
  dialog.getByText("Decline");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await person.keyboard("j");
  await screen.findByRole("heading", { level: 1, name: "Omar Haddad" });
  await screen.findByText("21 of 497, Late. That's everybody in this list");
  await person.keyboard("k");
  await screen.findByRole("heading", { level: 1, name: "Rosa Delgado" });
  await person.keyboard("l");
  await waitFor(() => expect(path()).toContain("/desk/applications?"));
});

it("shows the next person at once from what was loaded ahead, and their words once the server has stored that they were opened", async () => {
  let reply: (answer: { body: object }) => void = () => undefined;
  const opens = new Promise<{ body: object }>((resolve) => (reply = resolve));
  const two = { ...PERSON, id: "two", name: "Ana Kim", firstName: "Ana" };
  const unopened = { ...QUESTION, answers: QUESTION.answers.map((one) => ({ ...one, text: null, silence: "not_opened" })) };
  let loaded = false;
  const { person } = await openPerson(
    {},
    {
      "GET /api/desk/me": { body: { employer: EMPLOYER, member: { ...MANAGER, shortcuts: true } } },
      "GET /api/desk/applications/one/place": {
        body: { key: "due~one", number: 1, total: 2, previous: null, next: { id: "two", key: "due~two", firstName: "Ana" } },
      },
      "GET /api/desk/applications/two/place": { body: { key: "due~two", number: 2, total: 2, previous: null, next: null } },
      "GET /api/desk/applications/two": (_, headers) => {
        if (headers.get("Load-Ahead") !== "true") return opens;
        loaded = true;
        return { body: { ...two, questions: [unopened] } };
      },
      "GET /api/desk/applications/two/notes": { body: { notes: [], colleagues: [] } },
      "GET /api/desk/applications/two/sharing": { body: { links: [], reviewers: [], members: [] } },
    },
  );
  await waitFor(() => expect(loaded).toBe(true));
  await person.keyboard("j");
  await screen.findByRole("heading", { level: 1, name: "Ana Kim" });
  expect(screen.queryByText("I cooked.")).toBeNull();
  expect(screen.queryByText(m.desk_person_no_words({ name: "Ana" }))).toBeNull();
  reply({ body: two });
  await screen.findByText("I cooked.");
});
