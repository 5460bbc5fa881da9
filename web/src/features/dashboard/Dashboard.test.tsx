import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Interview, User } from "#/api/types.ts";
import { openApp } from "#/testing/app.tsx";
import type { ApplicationSummary } from "#/api/applications.queries.ts";
import { someApplication, someOpenJob, somePage, someStates } from "#/testing/applications.ts";
import { someCompetency, someInterview, someReport } from "#/testing/interviews.ts";
import { noMatches, someMatches } from "#/testing/matches.ts";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const DONE = someUser({ currentStep: 5, flowCompleted: true, interviewCompleted: true, zipCode: "10001" });

beforeEach(() => localStorage.clear());

const card = async (name: string) => within(await screen.findByRole("region", { name }));

function open(user: User, interviews: Interview[], script: Script = {}) {
  const calls = serve({
    "GET /api/auth/me": { body: { user } },
    "GET /api/user/profile": { body: { user } },
    [`GET /api/users/${user.id}/interviews`]: { body: interviews },
    [`GET /api/interviews/${interviews[0]?.id}`]: { body: interviews[0] },
    "GET /api/matches": { body: someMatches() },
    "GET /api/job-marks": { body: { marks: [], nextKey: null } },
    "GET /api/applications/states": { body: someStates([someOpenJob()]) },
    ...script,
  });
  return { calls, ...openApp("/dashboard", user) };
}

describe("the interview's card", () => {
  it("shows the score with its reasons, and says where the evidence was insufficient", async () => {
    open(DONE, [someInterview()]);
    await screen.findByRole("heading", { name: "Welcome, Maya" });
    const status = await card("Interview Status");
    await status.findByText("87%");
    status.getByText(/^Jan 9(, 2026)?$/);
    status.getByText("Strong answers");
    status.getByText("“Nobody waited without hearing from me.”");
    status.getByRole("img", { name: "Level 5 of 5" });
    status.getByText("Say how many tables you looked after.");
    expect(status.queryByText(/This is the top level/)).toBeNull();
    status.getByText("Not enough to score");
    status.getByText("To get a score:");
    expect(status.getByRole("link", { name: "Retake Interview" }).getAttribute("href")).toBe("/video-interview-prep");
  });

  it.each([
    [true, "A person will read it", "A person will read this answer."],
    [false, "Read by a person", "A person has read this answer. You'll find their rating in the full report, under “Human review”."],
  ])("says that an answer is for a person, who still has to read it: %s", async (awaitsPerson, tag, text) => {
    const left = { level: null, quote: null, levelText: "A person will read this answer.", needsPerson: true };
    const competencies = [someCompetency(left)];
    const report = { ...someReport, recommendation: "INSUFFICIENT_EVIDENCE", needsPerson: true, competencies };
    open(DONE, [someInterview({ aiScore: null, awaitsPerson, report })]);
    const status = await card("Interview Status");
    await status.findByText(tag);
    status.getByText(text);
    status.getByText("A tip for next time:");
    status.getByText("A person reads some answers");
    expect(status.queryByText("Not enough to score")).toBeNull();
  });

  it("offers the answers as recordings and text", async () => {
    const { person } = open(DONE, [someInterview()]);
    await person.click(await screen.findByRole("button", { name: "Your answers" }));
    const answers = within(await screen.findByRole("dialog"));
    const player = await answers.findByLabelText<HTMLVideoElement>("Your answer to: Tell me about your restaurant experience.");
    expect(player.getAttribute("src")).toBe("/api/recordings/interview-1/takes/1/media");
    answers.getByText("Two years at a diner.");
    answers.getByText(/This recording hasn't arrived yet/);
    answers.getByText("Typed");
  });

  it("polls automatically until the answers are scored, and then stops", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let asked = 0;
    const list = `GET /api/users/${DONE.id}/interviews`;
    const answer = () => {
      asked += 1;
      const scoring = asked < 3 ? "pending" : "done";
      return { body: [someInterview({ scoring, awaitsRecording: false, ...(scoring === "pending" && { aiScore: null }) })] };
    };
    open(DONE, [], { [list]: answer });
    const status = await card("Interview Status");
    await status.findByText("We're reading your answers");
    await vi.advanceTimersByTimeAsync(8500);
    await status.findByText("87%");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(3);
  });

  it("shows that a human review was requested", async () => {
    open(DONE, [someInterview({ scoring: "declined", awaitsPerson: true, aiScore: null, report: null })]);
    const status = await card("Interview Status");
    await status.findByText("A person will read your answers. No AI score, as you asked.");
    expect(status.queryByText("N/A")).toBeNull();
  });

  it("says 'Recently completed' when the date is unknown", async () => {
    open(DONE, []);
    await (await card("Interview Status")).findByText("Recently completed");
  });

  it("says how long the interview takes", async () => {
    open(someUser({ currentStep: 4 }), []);
    await (await card("Interview Status")).findByText("It takes about 10 minutes (8-12). You decide when each answer ends.");
  });

  it("offers no interview before the questions are answered", async () => {
    const { calls } = open(someUser(), []);
    const status = await card("Interview Status");
    await status.findByText("No interview yet");
    expect(status.queryByRole("link")).toBeNull();
    (await card("Your matches")).getByText(/answer the quick questions/);
    expect(calls.map(({ key }) => key)).not.toContain("GET /api/matches");
  });
});

describe("the matches' card", () => {
  it("shows the two best and links to all of them", async () => {
    open(DONE, []);
    const matches = await card("Your matches");
    await matches.findByText("2 jobs");
    matches.getByRole("heading", { name: "Banquet Server" });
    expect(matches.getByRole("link", { name: "See all 2 matches" }).getAttribute("href")).toBe("/matches");
  });

  it("says that there are none", async () => {
    open(DONE, [], { "GET /api/matches": { body: noMatches } });
    await screen.findByText("No matches near 10001 yet. We'll let you know when there are.");
  });

  it("is pending only while there is no job at all", async () => {
    open(DONE, [], { "GET /api/matches": { body: { ...noMatches, catalogueEmpty: true } } });
    await (await card("Job Applications")).findByRole("heading", { name: "Job Matching Coming Soon" });
    expect(screen.queryByRole("region", { name: "Your matches" })).toBeNull();
  });
});

describe("a failed request", () => {
  it("is reported in its card and can be retried", async () => {
    let reachable = false;
    const flaky = () => (reachable ? { body: someMatches() } : ("unreachable" as const));
    const { person } = open(DONE, [someInterview()], { "GET /api/matches": flaky });
    const matches = await card("Your matches");
    await matches.findByText(/We couldn't load your matches/);
    await (await card("Interview Status")).findByText("87%");
    reachable = true;
    await person.click(matches.getByRole("button", { name: "Try Again" }));
    await matches.findByText("2 jobs");
  });

  it("waits for the network when offline, and loads automatically", async () => {
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    let reachable = false;
    const flaky = () => (reachable ? { body: someMatches() } : ("unreachable" as const));
    open(DONE, [someInterview()], { "GET /api/matches": flaky });
    const matches = await card("Your matches");
    await matches.findByText("We'll show this as soon as you're back online.");
    reachable = true;
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    await matches.findByText("2 jobs");
  });

  it("still shows the known profile data", async () => {
    open(DONE, [], { "GET /api/user/profile": { status: 500 } });
    const profile = await card("Your profile");
    await profile.findByText(/Failed to fetch profile/);
    profile.getByText("maya@example.com");
  });
});

it("shows the job search, or a link to start one", async () => {
  open({ ...DONE, jobSearchPrompt: "Server near 10001", employmentType: "part-time", yearsExperience: 3 }, []);
  const search = await card("Job Search Preferences");
  search.getByText("Server near 10001");
  search.getByText("2-5 Years");
  search.getByRole("link", { name: "Update Search" });
});

it("offers a search to a person without one", async () => {
  open(DONE, []);
  const search = await card("Job Search Preferences");
  await waitFor(() => search.getByRole("link", { name: "Start Job Search" }));
});

describe("the bookings' card", () => {
  const booking = {
    key: "abc.def",
    state: "booked",
    startsAt: "2026-01-16T15:00:00Z",
    endsAt: "2026-01-16T15:30:00Z",
    zone: "America/New_York",
    name: "Maya",
    email: "maya@example.com",
    coachName: "Sam",
    changeable: true,
  };

  it("lists each time and coach, with a link to change internal bookings", async () => {
    const elsewhere = { ...booking, key: "x.y", startsAt: "2026-01-17T15:00:00Z", coachName: null, changeable: false };
    open(DONE, [], { "GET /api/schedule/bookings": { body: { bookings: [booking, elsewhere] } } });
    const own = await card("Your time with a coach");
    own.getByText(/^Jan 16/);
    own.getByText(/^Jan 17/);
    own.getByText("With Sam");
    const links = own.getAllByRole("link", { name: "Change or cancel" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/your-booking?key=abc.def"]);
  });

  it("is hidden when nothing is booked", async () => {
    open(DONE, []);
    await card("Interview Status");
    expect(screen.queryByRole("region", { name: "Your time with a coach" })).toBeNull();
  });
});

describe("the notifications", () => {
  const notice = (kind: string, seen: boolean, data: object) => ({
    id: kind,
    kind,
    seen,
    createdAt: "2026-01-09T14:00:00Z",
    data: { job: null, interview: null, coach: null, at: null, count: null, ...data },
  });

  it("are described in words, and are marked as read once shown", async () => {
    const notices = [
      notice("interview_scored", false, { job: "Bartender" }),
      notice("interview_reviewed", true, { job: "Barback" }),
      notice("booking_made", true, { coach: "Sam", at: "2026-01-16T15:00:00Z" }),
      notice("matches", true, { count: 3 }),
    ];
    const { calls } = open(DONE, [], {
      "GET /api/notices": { body: { notices } },
      "POST /api/notices/seen": { body: { ok: true } },
    });
    const news = await card("Updates");
    news.getByText("Your answers have been read: Bartender");
    news.getByText("A person has read your answers: Barback");
    news.getByText(/^Booked: Sam, Jan 16/);
    news.getByText("3 new jobs for you");
    expect(news.getAllByText("New")).toHaveLength(1);
    await waitFor(() => expect(calls.map(({ key }) => key)).toContain("POST /api/notices/seen"));
  });

  it("are hidden when there are none", async () => {
    open(DONE, []);
    await card("Interview Status");
    expect(screen.queryByRole("region", { name: "Updates" })).toBeNull();
  });
});

describe("the applications", () => {
  const sent = (applications: ApplicationSummary[]) => ({ "GET /api/applications": { body: somePage(applications) } });

  it("shows what waits for the person, with the next action and the reply dates", async () => {
    const asked = someApplication({ id: "asked", stage: "question_asked", group: "yours", turn: "candidate", replyBy: null });
    const late = someApplication({ id: "late", title: "Line Cook", replyBy: "2026-05-12T04:00:00Z", late: true });
    const over = someApplication({ id: "over", stage: "closed", group: "ended", turn: null });
    open(DONE, [someInterview()], sent([asked, late, over]));
    const applications = await card("Your applications");
    expect(applications.getByRole("link", { name: "Answer the question" }).getAttribute("href")).toBe("/application?id=asked");
    applications.getByText("3 sent");
    applications.getByText(/^\d+ days? late$/);
    expect(applications.getAllByRole("listitem")).toHaveLength(2);
    applications.getByRole("link", { name: "See all your applications" });
  });

  it("offers to send the interview until something is sent", async () => {
    open(DONE, [someInterview()]);
    const next = await card("What happens next");
    const offer = within(await next.findByRole("region", { name: "Send it to these jobs" }));
    offer.getByRole("checkbox", { name: /Restaurant Server/, checked: true });
    offer.getByRole("button", { name: "Send to 1 job" });
    expect(screen.queryByText(/A person decides/)).toBeNull();
  });

  it("offers to take back the others after a hire", async () => {
    const hired = someApplication({ id: "hired", employer: "Hotel Marmalade", stage: "hired", group: "ended", turn: null });
    const { calls, person } = open(DONE, [someInterview()], {
      ...sent([someApplication(), hired]),
      "POST /api/applications/application-1/withdraw": { body: {} },
    });
    const others = within(await screen.findByRole("region", { name: "You got a job. Take back the others?" }));
    await person.click(others.getByRole("button", { name: "Take back 1 application" }));
    await person.click(others.getByRole("button", { name: "Yes, take back 1" }));
    await screen.findByText("Taken back. They no longer see your answers.");
    expect(calls.map(({ key }) => key)).toContain("POST /api/applications/application-1/withdraw");
  });

  it("are absent for somebody who never applied, and when the server fails", async () => {
    open(DONE, [someInterview()], { "GET /api/applications": { status: 500 } });
    await card("Interview Status");
    expect(screen.queryByRole("region", { name: "Your applications" })).toBeNull();
  });
});
