import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type DeskJob = components["schemas"]["DeskJobReply"];

/** The jobs at the member's locations, with how many people are where. */
export const deskJobsQuery = queryOptions({
  queryKey: ["desk", "jobs"],
  queryFn: async () => (await unwrap(client.GET("/api/desk/jobs"))).jobs,
});

/** Pauses, resumes or fills a job, as it was on the screen. */
export const changeJobState = mutationOptions({
  mutationFn: async ({ job, state }: { job: DeskJob; state: "live" | "paused" | "filled" }) => {
    const params = { path: { posting_id: job.id } };
    return (await unwrap(client.POST("/api/desk/jobs/{posting_id}/state", { params, body: { state, version: job.version } }))).jobs;
  },
  onSuccess: (jobs, _change, _before, { client: cache }) => cache.setQueryData(deskJobsQuery.queryKey, jobs),
  onError: (_error, _change, _before, { client: cache }) => cache.invalidateQueries({ queryKey: deskJobsQuery.queryKey }),
});
