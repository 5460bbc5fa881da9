import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { paths } from "./schema.gen.d.ts";
import type { NewMark } from "./types.ts";

/** Which of the matches are wanted, and in which order. */
export type MatchView = NonNullable<paths["/api/matches"]["get"]["parameters"]["query"]>;

const PAGE = 20;

/** The jobs that fit the signed-in user, best first, with the reasons. */
export const matchesQuery = queryOptions({
  queryKey: ["matches"],
  queryFn: () => unwrap(client.GET("/api/matches")),
});

/** The same through a view, a page at a time. */
export const matchListQuery = (view: MatchView) =>
  infiniteQueryOptions({
    queryKey: ["matches", "list", view],
    queryFn: ({ pageParam: offset }) =>
      unwrap(client.GET("/api/matches", { params: { query: { ...view, offset, limit: PAGE } } })),
    initialPageParam: 0,
    getNextPageParam: ({ shown }, pages) => (pages.length * PAGE < shown ? pages.length * PAGE : null),
  });

/** The jobs that the person has saved or hidden, the latest first. */
export const marksQuery = queryOptions({
  queryKey: ["job-marks"],
  queryFn: () => unwrap(client.GET("/api/job-marks")),
});

export const markJob = mutationOptions({
  mutationFn: ({ jobId, ...body }: NewMark & { jobId: string }) =>
    unwrap(client.PUT("/api/job-marks/{job}", { params: { path: { job: jobId } }, body })),
  onSuccess: (_mark, _body, _before, { client: cache }) => refresh(cache),
});

export const unmarkJob = mutationOptions({
  mutationFn: (jobId: string) => unwrap(client.DELETE("/api/job-marks/{job}", { params: { path: { job: jobId } } })),
  onSuccess: (_ok, _jobId, _before, { client: cache }) => refresh(cache),
});

/** What shows marks is asked for again; the mutation is over when it is here. */
function refresh(cache: QueryClient): Promise<unknown> {
  return Promise.all([
    cache.invalidateQueries({ queryKey: ["matches"] }),
    cache.invalidateQueries({ queryKey: ["job-marks"] }),
  ]);
}
