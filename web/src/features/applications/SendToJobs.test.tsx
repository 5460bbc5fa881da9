import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { matchesQuery } from "#/api/matches.queries.ts";
import { sessionQuery } from "#/session/user.ts";
import { someOpenJob, someStates } from "#/testing/applications.ts";
import { someJob, someMatches } from "#/testing/matches.ts";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import SendToJobs from "./SendToJobs.tsx";

const matching = (...ids: string[]) => ({ ...someMatches(), jobs: ids.map((id) => ({ ...someMatches().jobs[0], id })) }) as ReturnType<typeof someMatches>;

it("offers a job that was posted during the interview", async () => {
  serve({
    "GET /api/job-marks?mark=saved": { body: { marks: [], nextKey: null } },
    "GET /api/matches": { body: matching("job-2", "job-1") },
    "GET /api/applications/states?job=job-1": { body: someStates([someOpenJob()]) },
    "GET /api/applications/states?job=job-2&job=job-1": { body: someStates([someOpenJob({ jobId: "job-2", title: "Line Cook" }), someOpenJob()]) },
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(sessionQuery.queryKey, someUser());
  client.setQueryData(matchesQuery.queryKey, matching("job-1"));
  render(
    <QueryClientProvider client={client}>
      <SendToJobs />
    </QueryClientProvider>,
  );
  const offer = within(await screen.findByRole("region", { name: "Send your interview to these jobs" }));
  expect(offer.getAllByRole("checkbox")).toHaveLength(2);
});

const LEFT_OUT = { name: "Line Cook", checked: false } as const;

/** The offer as a page shows it that has just been loaded. */
function openOffer(interviewId = "interview-1") {
  const states = someStates([someOpenJob({ jobId: "job-2", title: "Line Cook", employer: null }), someOpenJob()]);
  serve({
    "GET /api/job-marks?mark=saved": { body: { marks: [], nextKey: null } },
    "GET /api/matches": { body: matching("job-2", "job-1") },
    "GET /api/applications/states?job=job-2&job=job-1": { body: { ...states, interviews: states.interviews.map((one) => ({ ...one, id: interviewId })) } },
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(sessionQuery.queryKey, someUser());
  return render(
    <QueryClientProvider client={client}>
      <SendToJobs />
    </QueryClientProvider>,
  );
}

it("keeps a job left out when the offer comes back after Undo or a reload", async () => {
  const { unmount } = openOffer();
  await userEvent.click(await screen.findByRole("checkbox", { name: "Line Cook" }));
  unmount();
  const { unmount: leave } = openOffer();
  await screen.findByRole("checkbox", LEFT_OUT);
  screen.getByRole("button", { name: "Send to 1 job" });
  await userEvent.click(screen.getByRole("checkbox", LEFT_OUT));
  leave();
  openOffer();
  await screen.findByRole("checkbox", { name: "Line Cook", checked: true });
});

it("offers all jobs again for another interview", async () => {
  const { unmount } = openOffer();
  await userEvent.click(await screen.findByRole("checkbox", { name: "Line Cook" }));
  unmount();
  openOffer("interview-2");
  await screen.findByRole("button", { name: "Send to 2 jobs" });
});

const withWork = (id: string, code: "role_named" | "role_sibling" | "role_field", value: number) =>
  someJob({ id, factors: [{ name: "role", value, points: 30 * value, maxPoints: 30, reason: { code, title: "Cook", near: null } }] });

it.each([
  { best: 1, close: 0.85, far: 0.75 },
  { best: 1, close: 0.85, far: 0.7 },
  { best: 0.75, close: 0.75, far: 0.5 },
])("selects the jobs whose work fits best: $best and $close, not $far", async ({ best, close, far }) => {
  serve({
    "GET /api/job-marks?mark=saved": { body: { marks: [], nextKey: null } },
    "GET /api/matches": {
      body: { ...someMatches(), jobs: [withWork("far", "role_field", far), withWork("asked", "role_named", best), withWork("close", "role_sibling", close)] },
    },
    "GET /api/applications/states?job=asked&job=close": {
      body: someStates([someOpenJob({ jobId: "asked", title: "Line Cook" }), someOpenJob({ jobId: "close", title: "Prep Cook" })]),
    },
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(sessionQuery.queryKey, someUser());
  render(
    <QueryClientProvider client={client}>
      <SendToJobs />
    </QueryClientProvider>,
  );
  const offer = within(await screen.findByRole("region", { name: "Send your interview to these jobs" }));
  expect(offer.getAllByRole("checkbox", { checked: true }).map((box) => box.closest("label")?.textContent)).toEqual([
    expect.stringContaining("Line Cook"),
    expect.stringContaining("Prep Cook"),
  ]);
});

it("offers no jobs while everything is going to be deleted", async () => {
  serve({
    "GET /api/privacy/erasure": {
      body: { pending: { dueAt: "2099-12-08T03:00:00Z", heldUntil: null, day: "2099-12-07", requestedAt: "2099-12-01T03:00:00Z" } },
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SendToJobs />
    </QueryClientProvider>,
  );
  await screen.findByText("We delete everything on December 7, 2099.");
  screen.getByRole("button", { name: "Keep my data" });
  expect(screen.queryByRole("checkbox")).toBeNull();
});
