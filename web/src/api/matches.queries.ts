import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { paths } from "./schema.gen.d.ts";
import type { NewMark } from "./types.ts";

/** Filters and sort order of the matches. */
export type MatchView = NonNullable<paths["/api/matches"]["get"]["parameters"]["query"]>;

const PAGE = 20;

/** The jobs that fit the signed-in user, best first, with the reasons. */
export const matchesQuery = queryOptions({
  queryKey: ["matches"],
  queryFn: () => unwrap(client.GET("/api/matches")),
});

/** The filtered and sorted matches, a page at a time. */
export const matchListQuery = (view: MatchView) =>
  infiniteQueryOptions({
    queryKey: ["matches", "list", view],
    queryFn: ({ pageParam: offset }) => unwrap(client.GET("/api/matches", { params: { query: { ...view, offset, limit: PAGE } } })),
    initialPageParam: 0,
    getNextPageParam: ({ shown }, pages) => (pages.length * PAGE < shown ? pages.length * PAGE : null),
  });

/** The jobs that the person has saved, or those that they have hidden, latest first, a page at a time. */
export const marksQuery = (mark: NewMark["mark"]) =>
  infiniteQueryOptions({
    queryKey: ["job-marks", mark],
    queryFn: ({ pageParam }) => unwrap(client.GET("/api/job-marks", { params: { query: { mark, after: pageParam } } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextKey }) => nextKey,
  });

export const markJob = mutationOptions({
  mutationFn: ({ jobId, ...body }: NewMark & { jobId: string }) => unwrap(client.PUT("/api/job-marks/{job}", { params: { path: { job: jobId } }, body })),
  onSuccess: (_mark, _body, _before, { client: cache }) => refresh(cache),
});

export const unmarkJob = mutationOptions({
  mutationFn: (jobId: string) => unwrap(client.DELETE("/api/job-marks/{job}", { params: { path: { job: jobId } } })),
  onSuccess: (_ok, _jobId, _before, { client: cache }) => refresh(cache),
});

/** Invalidates everything that shows saved or hidden jobs; the mutation ends when the new data has loaded. */
function refresh(cache: QueryClient): Promise<unknown> {
  return Promise.all([cache.invalidateQueries({ queryKey: ["matches"] }), cache.invalidateQueries({ queryKey: ["job-marks"] })]);
}
