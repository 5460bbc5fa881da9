import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Interview } from "#/api/types.ts";
import { openApp, showAlone } from "#/testing/app.tsx";
import { someAppointment, someInterview, someReport, someRubric } from "#/testing/interviews.ts";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { InterviewDashboard } from "./InterviewDashboard.tsx";

// The room needs what only a browser has.
vi.mock("#/pages/LiveInterview.tsx", () => ({ default: () => null }));

const MAYA = someUser({ currentStep: 5, flowCompleted: true });
const LIST = `GET /api/users/${MAYA.id}/interviews`;
const AT = "2026-01-16T15:00:00Z";
const NO_REVIEW: Script = { "GET /api/interviews/interview-1/review": { body: { awaitsPerson: false, review: null } } };
const MINUTE_MS = 60_000;

beforeEach(() => localStorage.clear());

const card = async (name: string) => within(await screen.findByRole("region", { name }));
const figures = () => Object.fromEntries(screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]));

function show(interviews: Interview[], more: Script = {}, onSchedule?: () => void) {
  serve({ [LIST]: { body: interviews }, ...more });
  const onJoin = vi.fn<(interview: Interview) => void>();
  const part = <InterviewDashboard userId={MAYA.id} onJoin={onJoin} {...(onSchedule && { onSchedule })} />;
  return { onJoin, ...showAlone(part, MAYA) };
}

describe("the statistics", () => {
  it("count upcoming and completed interviews and average the scores", async () => {
    show([
      someAppointment(AT),
      someAppointment(AT, { id: "begun", status: "in-progress" }),
      someAppointment(AT, { id: "cancelled", status: "cancelled" }),
      someInterview(),
      someInterview({ id: "second", aiScore: 78 }),
    ]);
    await screen.findByText("Interview History");
    expect(figures()).toEqual({ Upcoming: "2", Completed: "2", "Avg Score4 of 6 answers": "83%", "Total Sessions": "5" });
  });
});

describe("more interviews than fit on one page of the API", () => {
  const many = Array.from({ length: 130 }, (_, n) =>
    someInterview({ id: `interview-${n}`, jobTitle: `Job ${n}`, endedAt: new Date(Date.parse(AT) - n * MINUTE_MS).toISOString() }),
  );

  it("are all counted, and shown 50 at a time", async () => {
    const { person } = show([], {
      [LIST]: { body: many.slice(0, 50) },
      [`${LIST}?offset=50`]: { body: many.slice(50, 100) },
      [`${LIST}?offset=100`]: { body: many.slice(100) },
    });
    const history = await card("Interview History");
    const jobs = () => history.getAllByRole("heading", { name: /^Job / }).map(({ textContent }) => textContent);
    expect(figures()).toMatchObject({ Completed: "130", "Total Sessions": "130" });
    expect(jobs()).toEqual(many.slice(0, 50).map(({ jobTitle }) => jobTitle));
    await person.click(history.getByRole("button", { name: "Show more interviews" }));
    expect(jobs()).toHaveLength(100);
    await person.click(history.getByRole("button", { name: "Show more interviews" }));
    expect(jobs()).toEqual(many.map(({ jobTitle }) => jobTitle));
    expect(history.queryByRole("button", { name: "Show more interviews" })).toBeNull();
  });
});

describe("an interview at its scheduled time", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(AT) - 31 * MINUTE_MS });
  });

  it("becomes live automatically, and ends automatically", async () => {
    show([someAppointment(AT)]);
    const upcoming = await card("Upcoming Interviews");
    upcoming.getByText("Scheduled");
    expect(screen.queryByText("Live Now")).toBeNull();

    await act(async () => void (await vi.advanceTimersByTimeAsync(MINUTE_MS + 5000)));
    upcoming.getByText("Live Now");
    (await card("Bartender")).getByText("Live Now");
    (await card("Quick Actions")).getByRole("button", { name: "Join Live Interview" });

    await act(async () => void (await vi.advanceTimersByTimeAsync(151 * MINUTE_MS)));
    expect(screen.queryByText("Live Now")).toBeNull();
    upcoming.getByText(/This time has passed/);
  });

  it("can be joined from the card, the list and the quick actions", async () => {
    vi.setSystemTime(Date.parse(AT));
    const appointment = someAppointment(AT);
    const { onJoin, person } = show([appointment]);
    for (const name of ["Join Now", "Join Now: Bartender", "Join Live Interview"]) {
      await person.click(await screen.findByRole("button", { name }));
    }
    expect(onJoin.mock.calls).toEqual([[appointment], [appointment], [appointment]]);
  });

  it("can be rejoined once it has begun", async () => {
    const begun = someAppointment(AT, { status: "in-progress" });
    const { onJoin, person } = show([begun]);
    await person.click(await screen.findByRole("button", { name: "Rejoin: Bartender" }));
    expect(onJoin).toHaveBeenCalledExactlyOnceWith(begun);
    expect(screen.queryByText("Live Now")).toBeNull();
  });
});

describe("the history", () => {
  it("shows the score, the duration, the recommendation and the summary", async () => {
    show([someInterview({ report: { ...someReport, summary: "Calm.", recommendation: "SECOND_INTERVIEW" } })]);
    const history = await card("Interview History");
    history.getByText("87%");
    history.getByText(/^Jan 9(, 2026)?, 10 minutes$/);
    history.getByText("Good answers");
    history.getByText("Calm.");
  });

  it("opens the report with the question, the evidence and the meaning of every level", async () => {
    const visit = { watcher: "Sam", role: "interviewer", joinedAt: AT };
    const { person } = show([someInterview()], {
      ...NO_REVIEW,
      "GET /api/interviews/interview-1/rubric": { body: someRubric },
      "GET /api/interviews/interview-1/visits": { body: { visits: [visit, visit] } },
    });
    await person.click(await screen.findByRole("button", { name: /^Report/ }));
    const report = within(await screen.findByRole("dialog", { name: "Report: Restaurant Server" }));
    await report.findByText("Watched live by: Sam");
    report.getByText("87%");
    report.getByText("“Two years at a diner.”");
    report.getByText("We asked: Tell me about your restaurant experience.");
    const [meanings] = await report.findAllByText("What each level means");
    const levels = within(meanings?.parentElement as HTMLElement).getAllByRole("listitem", { hidden: true });
    expect(levels.map(({ textContent }) => textContent)).toEqual([
      "Level 1: Means 1. ",
      "Level 2: Means 2. ",
      "Level 3: Means 3. ",
      "Level 4: Means 4. ",
      "Level 5: Means 5. You are here",
    ]);
    report.getByText(/Scored by local-1 using the questions “Restaurant work”, version 1/);
  });

  it("shows the report without the rubric if that fails to load", async () => {
    const { person } = show([someInterview()], { ...NO_REVIEW, "GET /api/interviews/interview-1/rubric": "unreachable" });
    await person.click(await screen.findByRole("button", { name: /^Report/ }));
    const report = within(await screen.findByRole("dialog"));
    report.getByText("“Two years at a diner.”");
    expect(report.queryByText("What each level means")).toBeNull();
  });

  it("plays the recording, and offers none if there is none", async () => {
    const silent = someInterview({ id: "silent", jobTitle: "Line Cook", recordingUrl: null });
    const whole = someInterview();
    const { person } = show([whole, silent], { [`GET /api/interviews/${whole.id}`]: { body: whole } });
    await person.click(await screen.findByRole("button", { name: /^Recording/ }));
    const recording = within(await screen.findByRole("dialog"));
    await recording.findByLabelText(/^Your answer to/);
    expect(screen.queryByRole("button", { name: /^Recording: Line Cook/ })).toBeNull();
  });

  it("shows no score while the answers are being scored", async () => {
    show([someInterview({ scoring: "pending", aiScore: null, report: null })]);
    const history = await card("Interview History");
    history.getByText("We're scoring your answers");
    expect(history.queryByText("N/A")).toBeNull();
    expect(history.queryByText("AI Summary")).toBeNull();
  });

  it("says that a person has reviewed what the AI may not score", async () => {
    show([someInterview({ scoring: "declined", awaitsPerson: false, aiScore: null, report: null })]);
    (await card("Interview History")).getByText("A person has read your answers. No AI score, as you asked.");
  });
});

it("lists cancelled interviews", async () => {
  show([someAppointment(AT, { status: "cancelled" })]);
  const cancelled = await card("Canceled Interviews");
  cancelled.getByText("Bartender");
  cancelled.getByText("Canceled");
  expect(screen.queryByText("No Interviews Scheduled")).toBeNull();
});

describe("without interviews", () => {
  it("says what to do", async () => {
    const onSchedule = vi.fn<() => void>();
    const { person } = show([], {}, onSchedule);
    await screen.findByRole("heading", { name: "No Interviews Scheduled" });
    await person.click(screen.getByRole("button", { name: "Schedule Your First Interview" }));
    expect(onSchedule).toHaveBeenCalledOnce();
    expect(figures()).toMatchObject({ Upcoming: "0", "Avg Score": "N/A" });
  });

  it("shows three placeholders while loading", async () => {
    show([]);
    expect(screen.getByRole("status").querySelectorAll("[data-placeholder]")).toHaveLength(3);
    await screen.findByText("No Interviews Scheduled");
  });
});

describe("the page", () => {
  it("links from an interview to its room", async () => {
    const begun = someAppointment(AT, { status: "in-progress" });
    serve({ "GET /api/auth/me": { body: { user: MAYA } }, [LIST]: { body: [begun] } });
    const { person, path } = openApp("/interviews", MAYA);
    const rejoin = await screen.findByRole("button", { name: "Rejoin" });
    serve({});
    await person.click(rejoin);
    expect(path()).toBe("/live-interview?interview=appointment-1");
  });

  it("links to the form for a new interview, and back", async () => {
    serve({ "GET /api/auth/me": { body: { user: MAYA } }, [LIST]: { body: [] } });
    const { person, path } = openApp("/interviews", MAYA);
    await person.click(await screen.findByRole("button", { name: "Schedule Your First Interview" }));
    await screen.findByRole("heading", { name: "Take Interview" });
    await person.click(screen.getByRole("button", { name: "Back to your interviews" }));
    await screen.findByText("No Interviews Scheduled");
    await person.click(screen.getByRole("button", { name: "Take New Interview" }));
    await screen.findByRole("heading", { name: "Take Video Interview" });
    expect(path()).toBe("/interviews?mode=schedule");
  });

  it("says what could not be loaded, and retries", async () => {
    let reachable = false;
    const flaky = () => (reachable ? { body: [someInterview()] } : { status: 503 });
    serve({ "GET /api/auth/me": { body: { user: MAYA } }, [LIST]: flaky });
    const { person } = openApp("/interviews", MAYA);
    await screen.findByText(/We couldn't load your interviews/);
    reachable = true;
    await person.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("Interview History");
  });
});

describe("a correction that was being written", () => {
  it("is kept when the session ends, told, and gone once it is saved", async () => {
    const interview = someInterview();
    const [first] = interview.responses;
    if (!first) throw new Error("The interview has no answers.");
    const script: Script = {
      "GET /api/interviews/interview-1": { body: interview },
      "GET /api/interviews/interview-1/rubric": { body: someRubric },
      "GET /api/interviews/interview-1/visits": { body: { visits: [] } },
      ...NO_REVIEW,
      [`PATCH /api/interviews/interview-1/responses/${first.responseOrder}`]: { body: { response: first } },
      [LIST]: { body: [interview] },
      "GET /api/auth/me": { body: { user: MAYA } },
    };
    sessionStorage.setItem(`draft:2:user:${MAYA.uuid}:unsent:correction:interview-1:${first.responseOrder}`, '"I cooked for three years."');
    serve(script);
    const { person } = openApp("/interviews", MAYA);
    await screen.findByText(`Not saved: your correction in the interview for ${interview.jobTitle}`);
    await person.click(screen.getByRole("button", { name: /^Continue your correction/ }));
    const field = await screen.findByLabelText<HTMLTextAreaElement>("Your answer");
    expect(field.value).toBe("I cooked for three years.");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("button", { name: `Correct your answer to: ${first.questionText}` });
    expect(Object.keys(sessionStorage).filter((key) => key.includes("correction"))).toEqual([]);
  });
});
