import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import ApplySheet from "./ApplySheet.tsx";
import { JustSentOffer } from "./JustSentOffer.tsx";

const JOB = {
  jobId: "job-1",
  title: "Baker",
  state: "open",
  url: null,
  applicationId: null,
  payLow: 20,
  payHigh: 22,
  employer: { id: "e1", name: "Night Bakery" },
  hiring: [],
  hiringMore: 0,
  replyBy: null,
  zone: null,
} as never;
const STATES = { jobs: [JOB], interviews: [{ id: "i1", title: "Baker", completedAt: "2026-03-01T15:00:00Z" }], until: "2026-06-01T00:00:00Z" } as never;

it("offers to take back what was sent, also when the page has put the sheet away meanwhile", async () => {
  let leave = () => {};
  serve({
    "POST /api/applications": () => {
      leave();
      return { body: { results: [{ jobId: "job-1", applicationId: "a1", error: null, knownApplicationId: null, replyBy: null, zone: null }] } };
    },
  });
  const sheet = showAlone(<ApplySheet jobs={[JOB]} states={STATES} onClose={() => {}} />);
  leave = () => sheet.rerender(<JustSentOffer />);
  await userEvent.click(screen.getByRole("button", { name: "Send application" }));
  await waitFor(() => screen.getByRole("region", { name: "Just sent" }));
});

it("offers no score of an interview without one, and sends none", async () => {
  const calls = serve({ "POST /api/applications": { status: 500 } });
  const interview = { id: "i1", title: "Baker", endedAt: "2026-03-01T15:00:00Z", answers: 4, declined: true };
  showAlone(<ApplySheet jobs={[JOB]} states={{ ...(STATES as object), interviews: [interview] } as never} onClose={() => {}} />);
  screen.getByText("No AI score, as you asked. They rate you on their own.");
  expect(screen.queryByRole("switch", { name: /Score/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Send application" }));
  const sent = await waitFor(() => calls.find(({ key }) => key === "POST /api/applications"));
  expect(sent?.body).toMatchObject({ shares: [{ video: true, words: true, score: false }] });
});

it("saves the job and leads into the interview, in one tap", async () => {
  const calls = serve({ "PUT /api/job-marks/job-1": { body: {} } });
  showAlone(<ApplySheet jobs={[JOB]} states={{ ...(STATES as object), interviews: [] } as never} onClose={() => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "Save this and take the interview" }));
  await waitFor(() => expect(location.pathname).toBe("/video-interview-prep"));
  expect(calls.map(({ key }) => key)).toEqual(["GET /api/privacy/erasure", "PUT /api/job-marks/job-1"]);
  history.replaceState(null, "", "/");
});

it("sends nothing while everything is going to be deleted, until the person keeps it", async () => {
  let pending: object | null = { dueAt: "2099-12-08T03:00:00Z", heldUntil: null, day: "2099-12-07", requestedAt: "2099-12-01T03:00:00Z" };
  const calls = serve({
    "GET /api/privacy/erasure": () => ({ body: { pending } }),
    "DELETE /api/privacy/erasure": () => {
      pending = null;
      return { body: {} };
    },
  });
  showAlone(<ApplySheet jobs={[JOB]} states={STATES} onClose={() => {}} />);
  await screen.findByText("We delete everything on December 7, 2099.");
  expect(screen.queryByRole("button", { name: "Send application" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Keep my data" }));
  await screen.findByRole("button", { name: "Send application" });
  expect(calls.map(({ key }) => key)).toContain("DELETE /api/privacy/erasure");
});
