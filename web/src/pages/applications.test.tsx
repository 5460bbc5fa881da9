/** The pages of a candidate's applications, in every state, and each thing that the candidate can do about one. */

import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Application } from "#/api/applications.queries.ts";
import { openApp } from "#/testing/app.tsx";
import { someApplication, somePage } from "#/testing/applications.ts";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 5, interviewCompleted: true });
const FAILED = "We couldn't load this. Check your connection and try again.";
const SESSION: Script = {
  "GET /api/auth/me": { body: { user: MAYA } },
  [`GET /api/users/${MAYA.id}/interviews`]: { body: [] },
  "GET /api/notifications": { body: { notifications: [] } },
};

const LATER = ["2099-03-05T20:00:00Z", "2099-03-06T20:00:00Z"] as const;
const MEETING: Application["meeting"] = {
  askFor: "Maria",
  minutes: 20,
  offered: [...LATER],
  place: "218 9th Ave",
  startsAt: null,
  state: "offered",
  zone: "America/New_York",
};
const ONE: Application = {
  answers: [],
  employer: { id: "e1", name: "Two Spoons Diner" },
  id: "a1",
  jobId: "j1",
  late: false,
  look: null,
  lookUntil: null,
  lookAlone: false,
  meeting: null,
  messages: [],
  moves: [],
  offer: null,
  payHigh: 24,
  payLow: 19,
  percent: null,
  place: "218 9th Ave",
  replyBy: null,
  replyExtended: false,
  scoreDeclined: false,
  shareUntil: "2099-08-09T12:00:00Z",
  shares: { active: true, quickAnswers: true, score: true, until: "2099-08-09T12:00:00Z", video: true, words: true },
  staffed: true,
  stage: "submitted",
  submittedAt: "2026-05-11T12:12:00Z",
  title: "Restaurant Server",
  turn: "employer",
  undoUntil: null,
  version: 3,
  views: [],
  openings: [],
  zone: "America/New_York",
} as Application;

async function openOne(more: Partial<Application>, script: Script = {}) {
  const calls = serve({ ...SESSION, "GET /api/applications/a1": { body: { ...ONE, ...more } }, ...script });
  const app = openApp("/application?id=a1", MAYA);
  await screen.findByRole("heading", { level: 1, name: "Restaurant Server" });
  const sent = () => calls.filter(({ key }) => !key.startsWith("GET")).map(({ key, body }) => [key.replace("/api/applications/a1", ""), body]);
  return { ...app, sent };
}

describe("the list of applications", () => {
  it.each([
    ["tries again after a failure", { status: 503, body: { code: "busy", message: "" } }],
    ["loads as soon as there is a network", "unreachable"],
  ] as const)("%s, and says how to begin where there are none", async (_what, failure) => {
    const offline = failure === "unreachable";
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(!offline);
    let works = false;
    serve({ ...SESSION, "GET /api/applications": () => (works ? { body: somePage([]) } : failure) });
    const { person } = openApp("/applications", MAYA);
    await screen.findByText(offline ? "We'll show this as soon as you're back online." : FAILED);
    works = true;
    onLine.mockReturnValue(true);
    if (offline) dispatchEvent(new Event("online"));
    else await person.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("You haven't applied yet");
  });

  it("says what it waits for where the page was reloaded offline", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    serve({ "GET /api/auth/me": "unreachable", "GET /api/applications/a1": "unreachable" });
    openApp("/application?id=a1", MAYA);
    await within(screen.getByRole("main")).findByText("We'll continue when you're back online.");
  });

  it("has those that wait for the candidate apart from the others", async () => {
    const yours = someApplication({ id: "a1", title: "Line Cook", group: "yours", stage: "question_asked", turn: "candidate" });
    const ended = someApplication({ id: "a2", title: "Baker", group: "ended", stage: "declined", turn: null });
    serve({ ...SESSION, "GET /api/applications": { body: somePage([yours, ended]) }, "GET /api/calendar-feed": { body: { url: null } } });
    openApp("/applications", MAYA);
    const link = await screen.findByRole("link", { name: /Line Cook/ });
    expect(link.getAttribute("href")).toBe("/application?id=a1");
    expect(link.closest("section")).not.toBe(screen.getByRole("link", { name: /Baker/ }).closest("section"));
  });
});

const passTime = () => act(() => vi.advanceTimersByTimeAsync(10_000));
const seeTab = async () => act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

describe.each([
  ["/applications", "GET /api/applications"],
  ["/application?id=a1", "GET /api/applications/a1"],
] as const)("%s, left open", (path, route) => {
  it.each([
    ["within ten seconds", passTime],
    ["at once when the tab is seen again", seeTab],
  ])("shows what the employer did %s", async (_when, pass) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let acted = false;
    const changed = () => ({ title: acted ? "Line Cook" : "Restaurant Server" });
    const notices = () => ({ body: { notices: acted ? [{ id: "n1", kind: "moved", text: "An offer", path: null, seen: false, at: LATER[0] }] : [] } });
    const reply = () => ({ body: path === "/applications" ? somePage([someApplication(changed())]) : { ...ONE, ...changed() } });
    serve({ ...SESSION, "GET /api/notices": notices, [route]: reply, "GET /api/calendar-feed": { body: { url: null } } });
    openApp(path, MAYA);
    await screen.findByText("Restaurant Server");
    acted = true;
    await pass();
    await screen.findByText("Line Cook", {}, { timeout: 3000 });
  });
});

it.each([
  ["a meeting is coming up", "coming", null, true],
  ["a calendar follows them already", "waiting", "https://x.example/feed", true],
  ["nothing is coming up", "waiting", null, false],
] as const)("offers a calendar only where %s", async (_what, group, url, offers) => {
  const calls = serve({ ...SESSION, "GET /api/applications": { body: somePage([someApplication({ group })]) }, "GET /api/calendar-feed": { body: { url } } });
  openApp("/applications", MAYA);
  await screen.findByRole("link", { name: /Restaurant Server/ });
  if (group === "waiting") await waitFor(() => expect(calls.map(({ key }) => key)).toContain("GET /api/calendar-feed"));
  // Nothing to add where nothing is coming: the link is there to be copied or turned off.
  const name = group === "waiting" ? "Your private link" : "Add to my calendar";
  if (offers) await screen.findByRole("button", { name });
  else expect(screen.queryByRole("button", { name })).toBeNull();
});

it("says on the card that a time is agreed", async () => {
  const agreed = someApplication({ stage: "invited", lastAction: "choose_time", turn: "employer", group: "coming" });
  serve({ ...SESSION, "GET /api/applications": { body: somePage([agreed]) }, "GET /api/calendar-feed": { body: { url: null } } });
  openApp("/applications", MAYA);
  await screen.findByText("Meeting set");
});

describe("one application", () => {
  it.each([
    [{ status: 404, body: { code: "not_found", message: "" } }, "We couldn't find this application", false],
    [{ status: 503, body: { code: "busy", message: "" } }, FAILED, true],
  ] as const)("says what is wrong: %o", async (reply, text, again) => {
    serve({ ...SESSION, "GET /api/applications/a1": reply });
    openApp("/application?id=a1", MAYA);
    await screen.findByRole("heading", { level: 1, name: text });
    expect(screen.queryByRole("button", { name: "Try Again" }) !== null).toBe(again);
  });

  it("answers a question, and keeps the answer until the server has it", async () => {
    const messages: Application["messages"] = [
      {
        id: "m1",
        name: "Maria Ortiz",
        question: true,
        readAt: "2026-05-12T12:00:00Z",
        sender: "member",
        sentAt: "2026-05-12T12:00:00Z",
        text: "Can you work on Sundays?",
      },
    ];
    let works = false;
    const { person, sent } = await openOne(
      { stage: "question_asked", turn: "candidate", messages },
      {
        "POST /api/applications/a1/messages": () =>
          works ? { body: { ...ONE, version: 4 } } : { status: 409, body: { code: "conflict", message: "Somebody else was faster." } },
      },
    );
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your answer" });
    await person.type(field, "Yes, always.");
    await person.click(screen.getByRole("button", { name: "Send answer" }));
    await screen.findByText("Somebody else was faster.");
    expect(field.value).toBe("Yes, always.");
    works = true;
    await person.click(screen.getByRole("button", { name: "Send answer" }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Your answer" })).toBeNull());
    expect(sent()).toEqual([1, 2].map(() => ["POST /messages", { text: "Yes, always." }]));
  });

  it("takes one of the times, or says which would work", async () => {
    const { person, sent } = await openOne(
      { stage: "invited", turn: "candidate", meeting: MEETING },
      { "POST /api/applications/a1/time": { body: { ...ONE, stage: "invited", turn: "candidate", meeting: MEETING } } },
    );
    screen.getByText("20 minutes at 218 9th Ave. Ask for Maria.");
    await person.click(screen.getAllByRole("radio")[1] as HTMLElement);
    await person.click(screen.getByRole("button", { name: "Take this time" }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    await person.click(screen.getByRole("button", { name: "None of these work" }));
    await person.type(screen.getByRole("textbox", { name: "Which days and times would work?" }), "Weekdays");
    await person.click(screen.getByRole("button", { name: "Tell them" }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toEqual([
      ["POST /time", { startsAt: LATER[1], words: null }],
      ["POST /time", { startsAt: null, words: "Weekdays" }],
    ]);
  });

  const OFFER = {
    pay: 21,
    startOn: "2099-03-09",
    firstShift: "4 PM",
    place: "218 9th Ave",
    bring: "An ID",
    madeAt: "2026-05-12T12:00:00Z",
    acceptedAt: null,
    answerBy: "2099-03-05",
  } as Application["offer"];
  it.each([
    ["Accept for $21/hour", "Yes, I accept", "You take the job at Two Spoons Diner and start on Mon, Mar 9. They are told right away.", true],
    ["Say no to the offer", "Say no to the offer", "This ends your application. It can't be undone.", false],
  ])("%s asks before it is sent", async (button, yes, asks, accept) => {
    const { person, sent } = await openOne(
      { stage: "offered", turn: "candidate", offer: OFFER },
      { "POST /api/applications/a1/offer": { body: { ...ONE, stage: accept ? "hired" : "withdrawn", turn: null } } },
    );
    screen.getByText("Bring: An ID");
    await person.click(screen.getByRole("button", { name: button }));
    screen.getByText("Please answer by Thu, Mar 5.");
    screen.getByText(asks);
    expect(sent()).toEqual([]);
    await person.click(screen.getByRole("button", { name: yes }));
    await waitFor(() => expect(sent()).toEqual([["POST /offer", { accept }]]));
  });

  const made = (action: string, number = 1): Application["moves"][number] => ({
    action,
    actor: "member",
    calledOff: null,
    fromStage: null,
    letter: { paragraphs: [`The letter of ${action}.`], times: [], timesAfter: 1 },
    madeAt: "2026-05-12T12:00:00Z",
    name: "Maria Ortiz",
    number,
    reason: null,
    toStage: "in_review",
    words: null,
  });

  it.each([
    ["view", "answer", true],
    ["answer", "answer", false],
    ["answer", "refuse_times", false],
    ["answer", "cancel", false],
    ["answer", "meet", false],
  ])("says that the days count from the answer only while they do: after %s and %s, %s", async (first, action, says) => {
    await openOne({
      stage: "in_review",
      submittedAt: "2026-05-11T12:12:00Z",
      replyBy: "2099-03-05T05:00:00Z",
      replyExtended: true,
      moves: [made(first), made(action, 2)],
    });
    expect(screen.queryByText(/count from the day you answered/) !== null).toBe(says);
  });

  it("says first that an agreed meeting is off, and so does the history", async () => {
    const moves = [made("invite"), made("choose_time", 2), { ...made("invite", 3), calledOff: LATER[0] }];
    await openOne({ stage: "invited", turn: "candidate", meeting: { ...MEETING, offered: [LATER[1]] }, moves });
    expect(screen.getByRole("heading", { level: 2, name: /is off$/ }).textContent).toMatch(/^Your meeting on Thursday, March\s5, 3:00\sPM/);
    screen.getByText("Two Spoons Diner offers new times.");
    expect(screen.queryByText("Two Spoons Diner wants to meet you")).toBeNull();
    screen.getByText(/^Maria Ortiz offered other times: Thursday, March\s5, 3:00\sPM.* is off$/);
    screen.getByText("Maria Ortiz invited you");
  });

  it("shows a failure of what the application was, until somebody changes it", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let version = 3;
    const taken = { status: 409, body: { code: "time_taken", message: "That time was just taken." } };
    const one = () => ({ body: { ...ONE, version, stage: "invited", turn: "candidate", meeting: MEETING } });
    const notices = () => ({ body: { notices: version > 4 ? [{ id: "n1", kind: "moved", text: "Times", path: null, seen: false, at: LATER[0] }] : [] } });
    const { person } = await openOne(
      {},
      {
        "GET /api/applications/a1": one,
        "GET /api/notices": notices,
        "POST /api/applications/a1/time": () => {
          version = 4; // Somebody was faster: the reply and the new version come together.
          return taken;
        },
      },
    );
    await person.click((await screen.findAllByRole("radio"))[0]!);
    await person.click(screen.getByRole("button", { name: "Take this time" }));
    await screen.findByText("That didn't work");
    version = 5;
    await passTime();
    await waitFor(() => expect(screen.queryByText("That didn't work")).toBeNull());
  });

  it("says nothing of the days where the answer came on the day of the application", async () => {
    await openOne({ stage: "in_review", submittedAt: "2026-05-12T11:58:00Z", replyBy: "2099-03-05T05:00:00Z", replyExtended: true, moves: [made("answer")] });
    expect(screen.queryByText(/count from the day you answered/)).toBeNull();
  });

  it.each([
    [["2099-03-05T20:00:00Z"], false],
    [["2099-03-05T20:00:00Z", "2099-03-06T20:00:00Z"], true],
  ])("after a canceled meeting offers the other times that are left: %o, %s", async (offered, left) => {
    const meeting = { ...MEETING, offered, startsAt: "2099-03-05T20:00:00Z", state: "refused" } as Application["meeting"];
    await openOne({ stage: "in_review", meeting, moves: [made("refuse_times")] });
    expect(screen.queryByText(/You can still take one of these/) !== null).toBe(left);
    expect(screen.queryByText(/None of these times are open/)).toBeNull();
  });

  it.each([
    ["look_again", true],
    ["invite", false],
  ])("says who can say no again only while another look is owed: after %s, %s", async (action, says) => {
    await openOne({ stage: "in_review", look: { deciders: [], decidersMore: 0 }, moves: [made("look_again"), made(action, 2)] });
    expect(screen.queryByText(/nobody else hires for this job/) !== null).toBe(says);
  });

  it.each([
    ["declined", "decline"],
    ["closed", "close"],
    ["withdrawn", "withdraw"],
  ] as const)("shows what they wrote and leads to other jobs once it has ended: %s", async (stage, action) => {
    await openOne({ stage, turn: null, moves: [made(action)] });
    expect(screen.getByRole("link", { name: "Choose other jobs" }).getAttribute("href")).toBe("/matches");
    expect(screen.queryAllByText(`The letter of ${action}.`).some((one) => one.closest("details") === null)).toBe(stage !== "withdrawn");
  });

  it.each([
    ["withdraw", "You took back this application"],
    ["refuse_offer", "You said no to the offer"],
  ] as const)("says what the candidate ended, and what happens now: %s", async (action, says) => {
    await openOne({ stage: "withdrawn", turn: null, moves: [made(action)] });
    screen.getByRole("heading", { name: says });
    screen.getByText("Two Spoons Diner knows. Nobody there has to reply anymore.");
  });

  it("does not say that an employer knows where nobody has signed in", async () => {
    await openOne({ stage: "withdrawn", turn: null, staffed: false, moves: [made("withdraw")] });
    screen.getByText("You don't have to do anything else. Nobody at Two Spoons Diner has signed in yet.");
    expect(screen.queryByText(/knows/)).toBeNull();
  });

  it.each([
    [true, /^The person who said no looks again, because nobody else hires for this job at Two Spoons Diner right now\./],
    [false, /^If the answer is no again, it has to come from somebody else\./],
  ])("says before another look is asked for who takes it; hires alone: %s", async (lookAlone, says) => {
    const answers = [{ order: 1, competency: "Service", duration: 40 }];
    await openOne({ stage: "declined", turn: null, lookUntil: LATER[0], lookAlone, answers, moves: [made("decline")] });
    screen.getByText(says);
  });

  it.each([true, false])("says before a message whether anybody there can read it yet: %s", async (staffed) => {
    await openOne({ staffed });
    screen.getByRole("textbox", { name: "Write to Two Spoons Diner" });
    const told = screen.queryByText("Nobody at Two Spoons Diner has signed in yet. They can read your message once somebody does.");
    expect(told === null).toBe(staffed);
  });

  it("says at the field that a message is empty, and sends none", async () => {
    const { person, sent } = await openOne({});
    const field = screen.getByRole("textbox", { name: "Write to Two Spoons Diner" });
    await person.click(screen.getByRole("button", { name: "Send" }));
    screen.getByText("Write something first.");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
    expect(sent()).toEqual([]);
    await person.type(field, "H");
    expect(screen.queryByText("Write something first.")).toBeNull();
  });

  it("sends a message that was edited after a lost reply as another message, and the same one again as the same", async () => {
    const keys: (string | null)[] = [];
    const failures: ("unreachable" | undefined)[] = ["unreachable", "unreachable"];
    const { person, sent } = await openOne(
      {},
      {
        "POST /api/applications/a1/messages": (_body, headers) => {
          keys.push(headers.get("Idempotency-Key"));
          return failures.pop() ?? { body: { ...ONE, version: 4 } };
        },
      },
    );
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Write to Two Spoons Diner" });
    const send = async (text: string, count: number) => {
      await person.type(field, text);
      await person.click(screen.getByRole("button", { name: "Send" }));
      await waitFor(() => expect(sent()).toHaveLength(count));
    };
    await send("Hello", 1);
    await screen.findByText("That didn't work");
    await send("!", 2);
    await send("{Backspace}", 3);
    await waitFor(() => expect(field.value).toBe(""));
    await send("Hello", 4);
    expect(sent().map(([, body]) => body)).toEqual(["Hello", "Hello!", "Hello", "Hello"].map((text) => ({ text })));
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 0, 3]);
  });

  it("takes no more text while a message is on its way", async () => {
    let reply = () => {};
    const { person } = await openOne(
      {},
      { "POST /api/applications/a1/messages": () => new Promise((resolve) => (reply = () => resolve({ body: { ...ONE, version: 4 } }))) },
    );
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Write to Two Spoons Diner" });
    await person.type(field, "Hello");
    await person.click(screen.getByRole("button", { name: "Send" }));
    await person.type(field, " again");
    expect(field.value).toBe("Hello");
    reply();
    await waitFor(() => expect(field.value).toBe(""));
    await person.type(field, "Next");
    expect(field.value).toBe("Next");
  });

  it("stays at the meeting while the employer owes other times", async () => {
    const made = {
      number: 2,
      action: "refuse_times",
      actor: "candidate",
      name: null,
      words: null,
      letter: null,
      madeAt: LATER[0],
    } as unknown as Application["moves"][number];
    await openOne({ stage: "in_review", moves: [made] });
    screen.getByRole("heading", { name: "Waiting for other times" });
    screen.getByText(/^Step 3 of 4/);
  });

  it("says that it cancels the meeting before the candidate cannot come, or withdraws", async () => {
    const meeting = { ...MEETING, state: "chosen", startsAt: LATER[0] } as Application["meeting"];
    const { person, sent } = await openOne({ stage: "invited", meeting }, { "POST /api/applications/a1/time": { body: { ...ONE, version: 4 } } });
    await person.click(screen.getByRole("button", { name: "Withdraw application" }));
    screen.getByText(/^You're meeting Two Spoons Diner on Thursday, March\s5, 3:00\sPM.*Taking it back cancels that meeting\./);
    await person.click(screen.getByRole("button", { name: "I can't come" }));
    screen.getByText(/^This cancels your meeting on Thursday, March\s5, 3:00\sPM/);
    expect(sent()).toEqual([]);
    await person.click(screen.getByRole("button", { name: "Cancel the meeting" }));
    await waitFor(() => expect(sent()).toEqual([["POST /time", { startsAt: null, words: null }]]));
  });

  const CHOSEN = { ...MEETING, state: "chosen", startsAt: LATER[0] } as Application["meeting"];
  const DECLINED = { stage: "declined", turn: null, lookUntil: LATER[0], answers: [{ order: 1 }] } as unknown as Partial<Application>;
  const INVITED = { stage: "invited", turn: "candidate", meeting: MEETING } as const;
  const OFFERED = { stage: "offered", turn: "candidate", offer: OFFER } as const;
  it.each([
    ["accepts an offer", OFFERED, [/^Accept/, "Yes, I accept"], "POST /offer"],
    ["refuses an offer", OFFERED, ["Say no to the offer", "Say no to the offer"], "POST /offer"],
    ["withdraws", {}, ["Withdraw application", "Withdraw application"], "POST /withdraw"],
    ["picks a time", INVITED, [LATER[0], "Take this time"], "POST /time"],
    ["says that none fits", INVITED, ["None of these work", "Tell them"], "POST /time"],
    ["moves a meeting", { stage: "invited", meeting: CHOSEN }, ["Move it to another time", LATER[1], "Take this time"], "POST /time"],
    ["cancels a meeting", { stage: "invited", meeting: CHOSEN }, ["I can't come", "Cancel the meeting"], "POST /time"],
    ["asks for another look", DECLINED, ["Ask for another look"], "POST /look"],
    ["answers a question", { stage: "question_asked", turn: "candidate" }, ["Send answer"], "POST /messages"],
    ["writes a message", {}, ["Send"], "POST /messages"],
  ] as const)("sends once on a double click, and says next to the button that it failed: %s", async (_what, more, presses, sends) => {
    const { person, sent } = await openOne(more, { [sends.replace(" ", " /api/applications/a1")]: "unreachable" });
    const text = (field: HTMLElement) => (field as HTMLTextAreaElement).value;
    for (const press of presses.slice(0, -1)) {
      const day = LATER.findIndex((time) => time === press);
      if (day >= 0) await person.click(screen.getByRole("radio", { name: day === 0 ? /March\s5/ : /March\s6/ }));
      else await person.click(screen.getByRole("button", { name: press }));
    }
    for (const field of screen.queryAllByRole("textbox")) await person.type(field, "My words");
    const button = screen.getByRole("button", { name: presses.at(-1)! });
    act(() => {
      button.click();
      button.click();
    });
    const failure = await screen.findByRole("alert");
    expect(failure.textContent).toBe("That didn't workCheck your connection and try again. Nothing was lost.");
    expect(button.nextElementSibling).toBe(failure);
    expect(sent().map(([key]) => key)).toEqual([sends]);
    expect(screen.queryAllByRole("textbox").map(text)).toEqual(screen.queryAllByRole("textbox").map(() => "My words"));
  });

  it("promises nothing while there is no connection", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await openOne(OFFERED);
    screen.getByText("You can send things again once you're back online.");
  });

  it("writes to the employer, and withdraws only after a second look", async () => {
    const { person, sent } = await openOne(
      {},
      {
        "POST /api/applications/a1/messages": { body: { ...ONE, version: 4 } },
        "POST /api/applications/a1/withdraw": { body: { ...ONE, version: 5, stage: "withdrawn", turn: null } },
      },
    );
    await person.type(screen.getByRole("textbox", { name: "Write to Two Spoons Diner" }), "Hello");
    await person.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Write to Two Spoons Diner" }).value).toBe(""));
    await person.click(screen.getByRole("button", { name: "Withdraw application" }));
    screen.getByText("Withdraw for good? You can't apply for this job again.");
    expect(sent()).toHaveLength(1);
    await person.click(screen.getByRole("button", { name: "Withdraw application" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Withdraw application" })).toBeNull());
    expect(sent()).toEqual([
      ["POST /messages", { text: "Hello" }],
      ["POST /withdraw", null],
    ]);
  });
});

describe("who saw what", () => {
  const answer = (order: number, competency: string) => ({ order, competency, question: "", duration: 60, mode: "spoken" });
  const opening = (name: string, order: number | null) => ({
    id: `${name} ${order}`,
    name,
    kind: order ? "video" : "words",
    answer: order,
    openedAt: "2026-05-12T12:00:00Z",
  });
  const view = (name: string, order: number, kind: string, seconds: number) => ({
    id: `${name} ${order} ${kind}`,
    name,
    answer: order,
    kind,
    seconds,
    counts: seconds >= 5,
    duration: kind === "video" ? 60 : null,
    questionId: null,
    competency: "",
    beganAt: "2026-05-12T12:00:00Z",
    lastAt: "2026-05-12T12:01:00Z",
  });

  it("tells the page that was opened from the answers that were watched or read", async () => {
    await openOne({
      answers: [answer(1, "Speed"), answer(2, "Care"), answer(3, "Trust"), answer(4, "Tills")],
      openings: [opening("Maria", null), opening("Sam", null), opening("Maria", 1), opening("Sam", 3)],
      views: [view("Maria", 1, "video", 20), view("Maria", 2, "words", 9), view("Sam", 1, "words", 30), view("Sam", 3, "video", 3)],
    } as never);
    const log = within(screen.getByRole("heading", { name: "Who saw what" }).closest("section")!);
    expect(log.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "SpeedMariaWatched 0:20 of 1:00SamRead",
      "CareMariaRead",
      "TrustSamOnly opened",
      "TillsNot yet",
    ]);
    log.getByText("Opened the page with your answers: Maria and Sam.");
  });

  it("says of no answer that it was opened where only the page was", async () => {
    await openOne({ answers: [answer(1, "Speed")], openings: [opening("Maria", null)] } as never);
    const log = within(screen.getByRole("heading", { name: "Who saw what" }).closest("section")!);
    expect(log.getByRole("listitem").textContent).toBe("SpeedNot yet");
    log.getByText("Opened the page with your answers: Maria.");
  });
});
