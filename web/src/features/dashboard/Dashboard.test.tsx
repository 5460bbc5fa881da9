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

/** What the full report asks for. */
const IN_FULL: Script = {
  "GET /api/interviews/interview-1/review": { body: { awaitsPerson: false, review: null } },
  "GET /api/interviews/interview-1/rubric": "unreachable",
  "GET /api/interviews/interview-1/visits": { body: { visits: [] } },
};

async function openReport(person: ReturnType<typeof openApp>["person"]) {
  await person.click(await screen.findByRole("button", { name: "Full report" }));
  return within(await screen.findByRole("dialog"));
}

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
    const { person } = open(DONE, [someInterview()], IN_FULL);
    await screen.findByRole("heading", { name: "Welcome, Maya" });
    const status = await card("Interview Status");
    await status.findByText("87%");
    status.getByText(/^Jan 9(, 2026)?$/);
    status.getByText("Strong answers");
    status.getByRole("img", { name: "Level 5 of 5" });
    status.getByText("Not enough to score");
    const report = await openReport(person);
    report.getByText("“Nobody waited without hearing from me.”");
    report.getByText("Say how many tables you looked after.");
    expect(report.queryByText(/This is the top level/)).toBeNull();
    report.getByText("To get a score:");
    await person.keyboard("{Escape}");
    expect(status.getByRole("link", { name: "Retake Interview" }).getAttribute("href")).toBe("/video-interview-prep");
  });

  it.each([
    [true, "A person will read it", "A person will read this answer."],
    [false, "Read by a person", "A person has read this answer. You'll find their rating in the full report, under “Human review”."],
  ])("says that an answer is for a person, who still has to read it: %s", async (awaitsPerson, tag, text) => {
    const left = { level: null, quote: null, levelText: "A person will read this answer.", needsPerson: true };
    const competencies = [someCompetency(left)];
    const report = { ...someReport, recommendation: "INSUFFICIENT_EVIDENCE", needsPerson: true, competencies };
    const { person } = open(DONE, [someInterview({ aiScore: null, awaitsPerson, report })], IN_FULL);
    const status = await card("Interview Status");
    await status.findByText(tag);
    status.getByText("A person reads some answers");
    const full = await openReport(person);
    full.getByText(text);
    full.getByText("A tip for next time:");
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
    await status.findByText("We're scoring your answers");
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

  it.each([
    [true, "A person will read your answers."],
    [false, "There's no score. An employer you send your interview to can watch your answers."],
  ])("says of answers without a score that a person reads them only if one does: %s", async (awaitsPerson, text) => {
    open(DONE, [someInterview({ scoring: "failed", awaitsPerson, aiScore: null, report: null })]);
    await (await card("Interview Status")).findByText(text);
  });

  it("promises no human review if nobody can do it", async () => {
    const left = { level: null, quote: null, levelText: "This answer has no level.", needsPerson: true };
    const report = { ...someReport, recommendation: "INSUFFICIENT_EVIDENCE", needsPerson: true, competencies: [someCompetency(left)] };
    open(DONE, [someInterview({ aiScore: null, awaitsPerson: true, hasReader: false, report })]);
    const status = await card("Interview Status");
    await status.findByText("No level");
    status.getByText("Some answers have no level");
    expect(status.queryByText(/person/i)).toBeNull();
  });

  it("says 'Recently completed' when the date is unknown", async () => {
    open(DONE, []);
    await (await card("Interview Status")).findByText("Recently completed");
  });

  it("says how long the interview takes", async () => {
    open(someUser({ currentStep: 4 }), []);
    await (await card("What happens next")).findByText("About 10 minutes (8-12), on your phone.");
    expect(screen.queryByRole("region", { name: "Interview Status" })).toBeNull();
  });

  it("offers one next step before the questions are answered, and says it once", async () => {
    const { calls } = open(someUser(), []);
    const next = await card("What happens next");
    await next.findByText("Tell us what job you want");
    expect(next.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/job-search"]);
    for (const name of ["Interview Status", "Your matches"]) expect(screen.queryByRole("region", { name })).toBeNull();
    expect(calls.map(({ key }) => key)).not.toContain("GET /api/matches");
  });
});

describe("the matches' card", () => {
  it("leaves out jobs that were applied for", async () => {
    const [first] = someMatches().jobs;
    open(DONE, [someInterview()], { "GET /api/applications": { body: somePage([someApplication({ jobId: first?.id ?? "" })]) } });
    const matches = await card("Your matches");
    await waitFor(() => expect(matches.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(["Banquet Server"]));
  });

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
    news.getByText("Your result is here: Bartender");
    news.getByText("A person has read your answers: Barback");
    expect(news.queryByText(/Sam/)).toBeNull(); // The booking has a card.
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
    expect(applications.queryByText(/sent/)).toBeNull();
    applications.getByText(/^\d+ days? late$/);
    expect(applications.getAllByRole("listitem")).toHaveLength(2);
    applications.getByRole("link", { name: "See all your applications" });
  });

  it("offers to send the interview until something is sent", async () => {
    open(DONE, [someInterview()]);
    const next = await card("What happens next");
    const offer = within(await next.findByRole("region", { name: "Send your interview to these jobs" }));
    offer.getByRole("checkbox", { name: /Restaurant Server/, checked: true });
    offer.getByRole("button", { name: "Send to 1 job" });
    expect(screen.queryByText(/A person decides/)).toBeNull();
  });

  it("says first that everything is going to be deleted, and offers no jobs until the person keeps it", async () => {
    let pending: object | null = { dueAt: "2099-12-08T03:00:00Z", heldUntil: null, day: "2099-12-07", requestedAt: "2099-12-01T03:00:00Z" };
    const { person } = open(DONE, [someInterview()], {
      "GET /api/privacy/erasure": () => ({ body: { pending } }),
      "DELETE /api/privacy/erasure": () => {
        pending = null;
        return { body: {} };
      },
    });
    await screen.findByText("We delete everything on December 7, 2099.");
    const next = await card("What happens next");
    expect(next.queryByRole("checkbox")).toBeNull();
    await person.click(next.getByRole("button", { name: "Keep my data" }));
    await screen.findByRole("region", { name: "Send your interview to these jobs" });
  });

  it("offers to take back the others after a hire", async () => {
    const hired = someApplication({ id: "hired", employer: "Hotel Marmalade", stage: "hired", group: "ended", turn: null });
    const { calls, person } = open(DONE, [someInterview()], {
      ...sent([someApplication({ meeting: { startsAt: "2099-03-05T20:30:00Z", zone: "America/New_York", place: "218 9th Ave" } }), hired]),
      "POST /api/applications/application-1/withdraw": { body: {} },
    });
    const others = within(await screen.findByRole("region", { name: "You got a job. Take back the others?" }));
    others.getByText(/^You're meeting Two Spoons Diner on Thursday, March 5, 3:30\sPM.*\. Taking it back cancels that meeting\.$/);
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
