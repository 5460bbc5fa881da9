import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { someOpenJob, someStates } from "#/testing/applications.ts";
import { someInterview } from "#/testing/interviews.ts";
import { noMatches, someJob, someMatches } from "#/testing/matches.ts";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

// The room that the page leads to has tests of its own, and needs what no test browser has.
vi.mock("#/pages/LiveInterview.tsx", () => ({ default: () => null }));

const MAYA = someUser({ currentStep: 3, zipCode: "10001", expectedPay: "$20/hour", yearsExperience: 3 });

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 });
});

/** Requests of the consent, which is on this page and on the next. */
const preparation: Script = {
  "GET /api/consent": {
    body: { version: "1", retentionDays: 90, recordYears: 4, modelHost: null, transcribes: false, transcriberHost: null, watchedLive: false, notices: [] },
  },
  [`GET /api/users/${MAYA.id}/interviews`]: { body: [] },
};

/** Opens matching and advances the search by `ms`. */
async function open(script: Script, ms = 6000) {
  const calls = serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...preparation, ...script });
  const app = openApp("/matching", MAYA);
  await screen.findByRole("heading", { level: 1 });
  await vi.advanceTimersByTimeAsync(ms);
  return { ...app, calls };
}

const found = (matches = someMatches()) => ({ "GET /api/matches": { body: matches } });

describe("matching", () => {
  it("searches and shows the person's own criteria first", async () => {
    await open(found(), 1020); // Early in the third status, because time passes while a busy machine renders.
    expect(screen.getByRole("heading", { name: "Dayshift is Finding Your Perfect Match" })).toBeDefined();
    expect(screen.getByText("$20/hour or more")).toBeDefined();
    expect(screen.getByRole("status").textContent).toBe("Checking location preferences...");
  });

  it("then shows the statistics, the jobs and why they fit", async () => {
    await open(found());
    expect(await screen.findByRole("heading", { name: "Excellent! We Found Great Matches" })).toBeDefined();
    expect(screen.getByText("Total Matches").parentElement?.textContent).toContain("2");
    expect(screen.getByText("Avg. Match Score").parentElement?.textContent).toContain("96%");
    const [best] = screen.getAllByRole("article");
    const job = within(best as HTMLElement);
    expect(job.getByText("Restaurant Server")).toBeDefined();
    expect(job.getByText("97% match")).toBeDefined();
    expect(job.getByText("Pay:").parentElement?.textContent).toBe("Pay: $19 to $24. You asked for $20.");
  });

  it("offers to send the interview that there is, instead of another one", async () => {
    const user = someUser({ currentStep: 5, interviewCompleted: true, zipCode: "10001" });
    serve({
      ...preparation,
      ...found(),
      "GET /api/auth/me": { body: { user } },
      "GET /api/job-marks": { body: { marks: [], nextKey: null } },
      "GET /api/applications/states": { body: someStates([someOpenJob()]) },
    });
    openApp("/matching", user);
    await vi.advanceTimersByTimeAsync(6000);
    await screen.findByRole("button", { name: "Send to 1 job" });
    expect(screen.queryByRole("button", { name: /Interview/ })).toBeNull();
    expect(screen.getByRole("link", { name: "View My Dashboard" }).getAttribute("href")).toBe("/dashboard");
  });

  it("calls no match great that is not", async () => {
    await open(found(someMatches({ perfectMatches: 0, jobs: [someJob({ score: 62 })] })));
    expect(await screen.findByRole("heading", { name: "Here Are Your Matches" })).toBeDefined();
  });

  it("says what the law asks for, with its source", async () => {
    const needs = [{ text: "Food worker card", source: "RCW 69.06.010" }];
    await open(found(someMatches({ jobs: [someJob({ needs })] })));
    const need = await screen.findByText("Often required by law:");
    expect(need.parentElement?.textContent).toBe("Often required by law: Food worker card (RCW 69.06.010).");
  });

  it("says that a licence is needed, and does not call it experience", async () => {
    const licence = { name: "experience", score: 1, reason: { code: "experience_licence", asked: null, have: 0, needs: "Food handler card" } };
    await open(found(someMatches({ jobs: [someJob({ factors: [licence] as never })] })));
    expect((await screen.findByText(/^Needs: Food handler card/)).textContent).toBe("Needs: Food handler card.");
  });

  it("shows all matches on request, and focuses the first new one", async () => {
    const jobs = ["a", "b", "c"].map((id) => someJob({ id, title: `Job ${id}` }));
    const { person } = await open(found(someMatches({ totalMatches: 3, jobs })));
    await person.click(await screen.findByRole("button", { name: "See all 3 matches" }));
    expect(screen.getAllByRole("article")).toHaveLength(3);
    expect(document.activeElement?.textContent).toBe("Job c");
  });

  it("loads the times again after a failure", async () => {
    let reachable = false;
    const offer = { startsAt: "2026-01-09T15:00:00Z", endsAt: "2026-01-09T15:15:00Z", day: "today" };
    const { person } = await open({
      ...found(),
      "GET /api/schedule/offers": () => (reachable ? { body: { offers: [offer] } } : { status: 400, body: { code: "x", message: "x" } }),
    });
    await screen.findByRole("heading", { name: "Excellent! We Found Great Matches" });
    await person.click(screen.getAllByRole("button", { name: "Pick a time instead" })[0] as HTMLElement);
    await screen.findByText("We couldn't load the times");
    reachable = true;
    await person.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("group", { name: "Today" });
    expect(screen.queryByText("We couldn't load the times")).toBeNull();
  });

  it("says that nothing is nearby, and keeps the next step available", async () => {
    await open(found(noMatches));
    expect(
      await screen.findByRole("heading", {
        name: "No matches near 10001 yet. We'll let you know when there are.",
      }),
    ).toBeDefined();
    expect(screen.getByRole("button", { name: "Take Video Interview" })).toBeDefined();
  });

  it("says what would bring matches", async () => {
    const widen = [{ change: "pay", matches: 1 } as const, { change: "radius", matches: 12 } as const];
    await open(found({ ...noMatches, widen }));
    expect(await screen.findByText("Asking for $15/hour: 1 job")).toBeDefined();
    expect(screen.getByText("Going up to 50 miles: 12 jobs")).toBeDefined();
  });

  it("says that the work is unknown, and what is closest", async () => {
    await open(found({ ...noMatches, understood: false, suggested: ["Referee", "Host"] }));
    expect(await screen.findByRole("heading", { name: "We don't know this kind of work yet" })).toBeDefined();
    expect(screen.getByText(/The closest we know: Referee and Host/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Change what I typed" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Take Video Interview" })).toBeDefined();
  });

  it("retries after a failure", async () => {
    let tries = 0;
    const { person } = await open({
      "GET /api/matches": () => (tries++ === 0 ? "unreachable" : { body: someMatches() }),
    });
    await person.click(await screen.findByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Excellent! We Found Great Matches" })).toBeDefined();
  });

  it("continues to the interview even if the step cannot be recorded, and logs it", async () => {
    const log = vi.mocked(console.error).mockReturnValue();
    const { person, path } = await open({
      ...found(),
      "PATCH /api/auth/step": { status: 500 },
    });
    const [button] = await screen.findAllByRole("button", { name: "Take Video Interview" });
    await person.click(button as HTMLElement);
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    await waitFor(() => expect(path()).toBe("/video-interview-prep"));
  });

  it("records step 4 on the way to the interview", async () => {
    const { calls, path } = await open({
      ...found(),
      "PATCH /api/auth/step": { body: { user: { ...MAYA, currentStep: 4 } } },
    });
    const [button] = await screen.findAllByRole("button", { name: "Take Video Interview" });
    (button as HTMLElement).click();
    expect(path(), "the page does not wait for the server").toBe("/video-interview-prep");
    await waitFor(() => expect(calls.map(({ key }) => key)).toContain("PATCH /api/auth/step"));
    expect(calls.find(({ key }) => key === "PATCH /api/auth/step")?.body).toEqual({
      step: 4,
      data: {
        matchingCompleted: true,
        matchingCompletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      },
    });
  });

  it("starts the interview at once after the consent on this page", async () => {
    let release = () => {};
    let hold = Promise.resolve();
    const stored = async () => {
      await hold;
      return { body: { user: { ...MAYA, currentStep: 5 } } };
    };
    const { calls, path, person } = await open({ ...found(), "PATCH /api/auth/step": stored });
    await person.click(await screen.findByRole("checkbox", { name: /Record my answers/ }));
    hold = new Promise((resolve) => (release = resolve));
    await person.click(await screen.findByRole("button", { name: "Start Interview Now" }));
    expect(screen.getByRole("button", { name: "Start Interview Now" }).getAttribute("aria-busy"), "until the next page opens").toBe("true");
    release();
    await waitFor(() => expect(path()).toBe("/live-interview"));
    const steps = calls.filter(({ key }) => key === "PATCH /api/auth/step").map(({ body }) => (body as { step: number }).step);
    expect(steps, "in this order").toEqual([4, 5]);
    expect(JSON.parse(sessionStorage.getItem("interviewConsent") ?? "{}")).toMatchObject({ version: "1", aiScoring: false });
  });

  it("asks for the missing box, and keeps the other, where only the AI score was agreed to", async () => {
    const { calls, path, person } = await open({ ...found(), "PATCH /api/auth/step": { body: { user: { ...MAYA, currentStep: 5 } } } });
    const score = await screen.findByRole<HTMLInputElement>("checkbox", { name: /Let AI score/ });
    await person.click(score);
    await person.click(await screen.findByRole("button", { name: "Start Interview Now" }));
    expect(path()).toBe("/matching");
    expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: /Record my answers/ }));
    expect(score.checked).toBe(true);
    await person.click(screen.getByRole("checkbox", { name: /Record my answers/ }));
    await person.click(screen.getByRole("button", { name: "Start Interview Now" }));
    await waitFor(() => expect(path()).toBe("/live-interview"));
    expect(JSON.parse(sessionStorage.getItem("interviewConsent") ?? "{}")).toMatchObject({ version: "1", aiScoring: true });
    expect(calls.some(({ key }) => key === "PATCH /api/auth/step")).toBe(true);
  });

  it("leaves the consent to the next page where an interview exists", async () => {
    await open({ ...found(), [`GET /api/users/${MAYA.id}/interviews`]: { body: [someInterview()] } });
    await screen.findByRole("heading", { name: "Excellent! We Found Great Matches" });
    expect(screen.getByRole("button", { name: "Take Video Interview" })).toBeDefined();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});
