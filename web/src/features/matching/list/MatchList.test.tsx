import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Mark } from "#/api/types.ts";
import { openApp } from "#/testing/app.tsx";
import { noMatches, someJob, someMatches } from "#/testing/matches.ts";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 3, zipCode: "10001" });

beforeEach(() => localStorage.clear());

async function open(script: Script, path = "/matches", user = MAYA) {
  const calls = serve({ "GET /api/auth/me": { body: { user } }, ...script });
  const app = openApp(path, user);
  await screen.findByRole("heading", { level: 1 });
  return { ...app, calls };
}

const found = (matches = someMatches()) => ({ "GET /api/matches": { body: matches } });

const someMark = (over: Partial<Mark>): Mark => ({
  jobId: "job-1",
  mark: "saved",
  reason: null,
  title: "Line Cook",
  employer: "Two Spoons Diner",
  markedAt: "2026-06-01T12:00:00Z",
  open: true,
  payLow: 19,
  payHigh: 24,
  city: "New York",
  state: "NY",
  remote: false,
  ...over,
});

describe("the list of matches", () => {
  it("says how many jobs there are, why each fits and what would improve the fit", async () => {
    await open(found(someMatches({ jobs: [someJob({ better: [{ change: "times", score: 99 }] })], saved: 3 })));
    expect(await screen.findByText("2 jobs near 10001")).toBeDefined();
    const job = within(screen.getByRole("article"));
    expect(job.getByText("Why this fits")).toBeDefined();
    expect(job.getByText("Working at any time: 99%")).toBeDefined();
    expect(job.getByRole("link", { name: "About this job: Restaurant Server" }).getAttribute("href")).toBe("/jobs/job-1");
    expect(screen.getByRole("button", { name: "Saved (3)" })).toBeDefined();
  });

  it("shows a job at several places once, with the other places near by and that it is always hiring", async () => {
    const other = { id: "job-9", street: "31-10 Broadway", city: "Astoria", distanceMiles: 2.5 };
    const { person } = await open(found(someMatches({ jobs: [someJob({ alsoAt: [other], alwaysHiring: true })] })));
    const job = within(await screen.findByRole("article"));
    expect(job.getByText("Always hiring")).toBeDefined();
    await person.click(job.getByText("Also at 1 other location near you"));
    expect(job.getByRole("link", { name: "About 2.5 miles, 31-10 Broadway, Astoria" }).getAttribute("href")).toBe("/jobs/job-9");
  });

  it("keeps the loaded jobs when the next ones cannot be loaded", async () => {
    const page = (first: number) => someMatches({ shown: 25, jobs: [someJob({ id: `job-${first}`, title: `Job ${first}` })] });
    let reachable = false;
    const { person } = await open({
      ...found(),
      "GET /api/matches?sort=best&offset=0&limit=20": { body: page(1) },
      "GET /api/matches?sort=best&offset=20&limit=20": () => (reachable ? { body: page(2) } : { status: 400, body: { code: "x", message: "x" } }),
    });
    await person.click(await screen.findByRole("button", { name: "Show more jobs" }));
    await screen.findByText("We couldn't look for jobs");
    screen.getByText("Job 1");
    reachable = true;
    await person.click(screen.getByRole("button", { name: "Show more jobs" }));
    await screen.findByText("Job 2");
    screen.getByText("Job 1");
    expect(screen.queryByText("We couldn't look for jobs")).toBeNull();
  });

  it("saves a job", async () => {
    const { person, calls } = await open({ ...found(), "PUT /api/job-marks/job-1": { body: someMark({}) } });
    await person.click(await screen.findByRole("button", { name: "Save Restaurant Server" }));
    await waitFor(() => expect(calls.some(({ key }) => key.startsWith("PUT"))).toBe(true));
    expect(calls.find(({ key }) => key.startsWith("PUT"))?.body).toEqual({ mark: "saved" });
  });

  it("hides a job without a reason, as none is chosen at first", async () => {
    const { person, calls } = await open({ ...found(), "PUT /api/job-marks/job-1": { body: someMark({}) } });
    await person.click(await screen.findByRole("button", { name: "Hide Restaurant Server" }));
    await person.click(await screen.findByRole("button", { name: "Hide job" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.find(({ key }) => key.startsWith("PUT"))?.body).toEqual({ mark: "hidden", reason: null });
  });

  it("hides a job with a reason", async () => {
    const { person, calls } = await open({ ...found(), "PUT /api/job-marks/job-1": { body: someMark({}) } });
    await person.click(await screen.findByRole("button", { name: "Hide Restaurant Server" }));
    await person.click(await screen.findByRole("radio", { name: "It's too far away" }));
    await person.click(screen.getByRole("button", { name: "Hide job" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.find(({ key }) => key.startsWith("PUT"))?.body).toEqual({ mark: "hidden", reason: "distance" });
    expect(await screen.findByText("Job hidden")).toBeDefined();
  });

  it("reports that a job is hidden even if its card unmounts first", async () => {
    let hidden = false;
    const { person } = await open({
      "GET /api/matches": () => ({ body: someMatches(hidden ? { jobs: [], shown: 0, hidden: 1 } : {}) }),
      "PUT /api/job-marks/job-1": () => {
        hidden = true;
        return { body: someMark({ mark: "hidden" }) };
      },
    });
    await person.click(await screen.findByRole("button", { name: "Hide Restaurant Server" }));
    await person.click(await screen.findByRole("button", { name: "Hide job" }));
    expect(await screen.findByText("Job hidden")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
  });

  it("offers to clear filters that match nothing", async () => {
    const { person } = await open(found(someMatches({ shown: 0, jobs: [] })), "/matches?pay=30&miles=3");
    expect(await screen.findByText("Filters (2 on)")).toBeDefined();
    expect(await screen.findByText("2 jobs fit you without them.")).toBeDefined();
    await person.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    expect(await screen.findByText("Filters")).toBeDefined();
  });

  it("keeps the kind of work in the URL, for the way back", async () => {
    const { person, path } = await open(found());
    await person.selectOptions(await screen.findByRole("combobox", { name: "Kind of work", hidden: true }), "Hospitality");
    expect(await screen.findByText("Filters (1 on)")).toBeDefined();
    expect(path()).toBe("/matches?kind=hospitality");
  });

  it("shows saved jobs, and says which are no longer available", async () => {
    const marks = [someMark({}), someMark({ jobId: "job-2", title: "Barista", open: false, payLow: null, payHigh: null })];
    await open({ ...found(), "GET /api/job-marks?mark=saved": { body: { marks, nextKey: null } } }, "/matches?show=saved");
    expect(await screen.findByRole("link", { name: "Line Cook" })).toBeDefined();
    expect(screen.getByText("This job is no longer available")).toBeDefined();
    expect(screen.queryByRole("link", { name: "Barista" })).toBeNull();
  });

  it("shows a hidden job again", async () => {
    const { person, calls } = await open(
      {
        ...found(),
        "GET /api/job-marks?mark=hidden": { body: { marks: [someMark({ mark: "hidden" })], nextKey: null } },
        "DELETE /api/job-marks/job-1": { body: { ok: true } },
      },
      "/matches?show=hidden",
    );
    await person.click(await screen.findByRole("button", { name: "Show Line Cook again" }));
    await waitFor(() => expect(calls.some(({ key }) => key === "DELETE /api/job-marks/job-1")).toBe(true));
  });

  it("says that nothing is nearby", async () => {
    await open(found(noMatches));
    expect(await screen.findByRole("heading", { name: /^No matches near 10001 yet/ })).toBeDefined();
    expect(screen.getByRole("button", { name: "Take Video Interview" })).toBeDefined();
  });

  it.each([[noMatches], [{ ...noMatches, place: null }]])("asks nobody for an interview who has done it", async (matches) => {
    await open(found(matches), "/matches", { ...MAYA, interviewCompleted: true });
    await screen.findByRole("link", { name: /^(Change what I typed|Change zip code)$/ });
    expect(screen.queryByText(/Take your interview/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Take Video Interview" })).toBeNull();
  });
});
