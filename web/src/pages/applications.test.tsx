/** The pages of a candidate's applications, in every state, and each thing that the candidate can do about one. */

import { screen, waitFor } from "@testing-library/react";
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

  it("has those that wait for the candidate apart from the others", async () => {
    const yours = someApplication({ id: "a1", title: "Line Cook", group: "yours", stage: "question_asked", turn: "candidate" });
    const ended = someApplication({ id: "a2", title: "Baker", group: "ended", stage: "declined", turn: null });
    serve({ ...SESSION, "GET /api/applications": { body: somePage([yours, ended]) } });
    openApp("/applications", MAYA);
    const link = await screen.findByRole("link", { name: /Line Cook/ });
    expect(link.getAttribute("href")).toBe("/application?id=a1");
    expect(link.closest("section")).not.toBe(screen.getByRole("link", { name: /Baker/ }).closest("section"));
  });
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
  } as Application["offer"];
  it.each([
    ["Accept for $21/hour", false, true],
    ["Say no to the offer", true, false],
  ])("%s", async (button, asks, accept) => {
    const { person, sent } = await openOne(
      { stage: "offered", turn: "candidate", offer: OFFER },
      { "POST /api/applications/a1/offer": { body: { ...ONE, stage: accept ? "hired" : "withdrawn", turn: null } } },
    );
    screen.getByText("Bring: An ID");
    await person.click(screen.getByRole("button", { name: button }));
    if (asks) {
      screen.getByText("This ends your application. It can't be undone.");
      expect(sent()).toEqual([]);
      await person.click(screen.getByRole("button", { name: button }));
    }
    await waitFor(() => expect(sent()).toEqual([["POST /offer", { accept }]]));
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
