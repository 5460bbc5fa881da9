import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { matchesQuery } from "#/api/matches.queries.ts";
import { sessionQuery } from "#/session/user.ts";
import { someOpenJob, someStates } from "#/testing/applications.ts";
import { someMatches } from "#/testing/matches.ts";
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
  const offer = within(await screen.findByRole("region", { name: "Send it to these jobs" }));
  expect(offer.getAllByRole("checkbox")).toHaveLength(2);
});
