import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import userEvent from "@testing-library/user-event";
import { openApp } from "#/testing/app.tsx";
import { someOpenJob, someStates } from "#/testing/applications.ts";
import { someInterview } from "#/testing/interviews.ts";
import { someMatches } from "#/testing/matches.ts";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 5 });
const ME = { "GET /api/auth/me": { body: { user: MAYA } } };
const INTERVIEWS = `GET /api/users/${MAYA.id}/interviews`;
const thanks = () => screen.findByRole("heading", { name: "Thank you, Maya" });

const MARKS = "GET /api/job-marks?mark=saved";
const saved = (marks: unknown[]) => ({ body: { marks, nextKey: null } });

const NO_MATCHES = { "GET /api/matches": { status: 409, body: { code: "answers_missing", message: "" } } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it.each(["completed", "in-progress"] as const)("thanks for an interview that is %s", async (status) => {
  serve({ ...ME, [INTERVIEWS]: { body: [someInterview({ status })] }, [MARKS]: saved([]), ...NO_MATCHES });
  const { path } = openApp("/interview-complete", MAYA);
  await thanks();
  expect(path()).toBe("/interview-complete");
});

it("thanks the person when the server is unreachable", async () => {
  serve({ ...ME, [INTERVIEWS]: "unreachable" });
  const { path } = openApp("/interview-complete", MAYA);
  await thanks();
  expect(path()).toBe("/interview-complete");
});

it("does not thank for an interview that did not happen", async () => {
  serve({
    ...ME,
    [INTERVIEWS]: { body: [someInterview({ status: "scheduled" })] },
    "GET /api/matches": { status: 404, body: {} },
    "GET /api/user/profile": { status: 404, body: {} },
  });
  const { path } = openApp("/interview-complete", MAYA);
  await waitFor(() => expect(path()).toBe("/dashboard"));
});

it("shows the score as soon as it is there", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let scoring: "pending" | "done" = "pending";
  serve({ ...ME, [INTERVIEWS]: () => ({ body: [someInterview({ scoring })] }), [MARKS]: saved([]), ...NO_MATCHES });
  openApp("/interview-complete", MAYA);
  await screen.findByText("Your scores");
  scoring = "done";
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByText("Your score is here");
});

it("keeps the place of the jobs while they are loaded", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  serve({
    ...ME,
    [INTERVIEWS]: async () => {
      await answered;
      return { body: [someInterview()] };
    },
    [MARKS]: saved([]),
    ...NO_MATCHES,
  });
  openApp("/interview-complete", MAYA);
  await thanks();
  expect(document.querySelector("[aria-busy=true]")).not.toBeNull();
  answer();
  await screen.findByRole("link", { name: "Find jobs to send it to" });
  expect(document.querySelector("[aria-busy=true]")).toBeNull();
});

it("offers the jobs that were saved and those that fit, first where somebody has signed in, with a consent for each employer", async () => {
  const cook = someOpenJob({ jobId: "job-2", title: "Line Cook", employer: { id: "employer-2", name: "The Tin Artichoke" } });
  const absent = someOpenJob({ jobId: "job-4", title: "Barback", employer: { id: "employer-4", name: "Low Tide" }, hiring: [] });
  const gone = { jobId: "job-3", mark: "saved", open: false };
  const marks = ["job-1", "job-2"].map((jobId) => ({ jobId, mark: "saved", open: true }));
  const answer = { applicationId: "application-1", replyBy: null, zone: null, error: null, knownApplicationId: null };
  const calls = serve({
    ...ME,
    [INTERVIEWS]: { body: [someInterview()] },
    [MARKS]: saved([...marks, gone]),
    "GET /api/matches": {
      body: {
        ...someMatches(),
        jobs: someMatches()
          .jobs.slice(0, 1)
          .map((job) => ({ ...job, id: "job-4" })),
      },
    },
    "GET /api/applications/states?job=job-1&job=job-2&job=job-4": { body: someStates([absent, someOpenJob(), cook]) },
    "POST /api/applications": { status: 201, body: { results: [{ jobId: "job-1", ...answer }] } },
  });
  openApp("/interview-complete", MAYA);
  const offer = within(await screen.findByRole("region", { name: "Send your interview to these jobs" }));
  expect(offer.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent)).toEqual([
    "Restaurant ServerTwo Spoons Diner, 218 9th Ave",
    "Line CookThe Tin Artichoke, 218 9th Ave",
    "BarbackLow Tide, 218 9th Ave. Nobody there has signed in yet.",
  ]);
  await userEvent.click(offer.getByRole("checkbox", { name: /Line Cook/ }));
  await userEvent.click(offer.getByRole("checkbox", { name: /Barback/ }));
  await userEvent.click(offer.getByRole("button", { name: "Send to 1 job" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Apply to Two Spoons Diner" }));
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  await userEvent.click(sheet.getByRole("switch", { name: /Video/ }));
  expect(scroll).not.toHaveBeenCalled();
  await userEvent.click(sheet.getByRole("button", { name: "Send application" }));
  within(await screen.findByRole("region", { name: "Just sent" })).getByText("Sent to Two Spoons Diner");
  expect(scroll).toHaveBeenCalledWith(0, 0); // The list of jobs is gone: what comes next is at the top.
  const sent = calls.find(({ key }) => key === "POST /api/applications");
  expect(sent?.body).toEqual({
    jobIds: ["job-1"],
    interviewId: "interview-1",
    shares: [{ employerId: "employer-1", video: false, words: true, score: true, quickAnswers: true }],
  });
});
