import { type InfiniteData, infiniteQueryOptions, keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { live } from "./live.ts";
import type { components, operations } from "./schema.gen.d.ts";

type Schemas = components["schemas"];

export type DeskJob = Schemas["DeskJobReply"];
export type JobFilters = Omit<NonNullable<operations["list_jobs_api_desk_jobs_get"]["parameters"]["query"]>, "after">;
export type PostedJob = Schemas["PostedJobReply"];
export type JobFields = Omit<Schemas["JobPost"], "alsoAt">;
export type JobPlacement = Schemas["JobPlacement"];
export type JobTemplate = Schemas["TemplateReply"];
export type JobShift = NonNullable<DeskJob["shifts"]>[number];
export type ClaimGroup = Schemas["ClaimGroupReply"];

const JOBS = ["desk", "jobs"] as const;

/** The jobs at the member's locations, with how many people are where, last changed first. */
export const deskJobsQuery = (filters: JobFilters = {}) =>
  infiniteQueryOptions({
    queryKey: [...JOBS, filters],
    queryFn: ({ pageParam: after, signal }) => unwrap(client.GET("/api/desk/jobs", { params: { query: { ...filters, ...(after && { after }) } }, signal })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    ...live,
  });

/** One job for its editor. Loaded again with every visit: a stale form is refused. */
export const postedJobQuery = (posting_id: string) =>
  queryOptions({
    queryKey: ["desk", "job", posting_id],
    queryFn: () => unwrap(client.GET("/api/desk/jobs/{posting_id}", { params: { path: { posting_id } } })),
    gcTime: 0,
  });

/** Starting points for posting a job, in the member's language. */
export const jobTemplatesQuery = queryOptions({
  queryKey: ["desk", "job-templates"],
  queryFn: async () => (await unwrap(client.GET("/api/desk/job-templates"))).templates,
});

/** What similar jobs near a location pay; null if too few say so. */
export const payHintQuery = (title: string, occupation: string, location: string) =>
  queryOptions({
    queryKey: ["desk", "pay-hint", title, occupation, location],
    queryFn: async () => (await unwrap(client.GET("/api/desk/pay-hint", { params: { query: { title, occupation, location } } }))).pay,
    enabled: title.length > 1 && location !== "",
  });

const refetch = (cache: QueryClient) => cache.invalidateQueries({ queryKey: JOBS });

/** A page with the job as it is now; jobs that were taken down are in no list. */
function withJob(page: Schemas["DeskJobsReply"], changed: DeskJob): Schemas["DeskJobsReply"] {
  const jobs = page.jobs.map((job) => (job.id === changed.id ? changed : job));
  return { ...page, jobs: jobs.filter(({ state }) => state !== "removed") };
}

/** Pauses, resumes, fills or takes down a job, as it was on the screen. The last can be undone for a while. */
export const changeJobState = mutationOptions({
  mutationFn: ({ job, state }: { job: DeskJob; state: "live" | "paused" | "filled" | "removed" }) => {
    const params = { path: { posting_id: job.id } };
    return unwrap(client.POST("/api/desk/jobs/{posting_id}/state", { params, body: { state, version: job.version } }));
  },
  onSuccess: (changed, _change, _before, { client: cache }) => {
    cache.setQueriesData<InfiniteData<Schemas["DeskJobsReply"]>>({ queryKey: JOBS }, (before) =>
      before ? { ...before, pages: before.pages.map((page) => withJob(page, changed)) } : before,
    );
    void refetch(cache);
  },
  onError: (_error, _change, _before, { client: cache }) => refetch(cache),
});

/** Keeps a job that is to be taken down, by whichever member. */
export const undoJobRemoval = mutationOptions({
  mutationFn: (posting_id: string) => unwrap(client.DELETE("/api/desk/jobs/{posting_id}/removal", { params: { path: { posting_id } } })),
  onSettled: (_job, _error, _id, _before, { client: cache }) => refetch(cache),
});

/** Closes a job whose openings are filled: its open applications end, and the candidates are told. */
export const closeFilledJob = mutationOptions({
  mutationFn: ({ id, version }: Pick<DeskJob, "id" | "version">) =>
    unwrap(client.POST("/api/desk/jobs/{posting_id}/state", { params: { path: { posting_id: id } }, body: { state: "filled", version } })),
  onSettled: (_job, _error, _change, _before, { client: cache }) => refetch(cache),
});

/** Lists a job for another 30 days. */
export const renewJob = mutationOptions({
  mutationFn: ({ id, version }: DeskJob) =>
    unwrap(client.POST("/api/desk/jobs/{posting_id}/renewal", { params: { path: { posting_id: id } }, body: { version } })),
  onSettled: (_job, _error, _change, _before, { client: cache }) => refetch(cache),
});

/** Posts a job, at several locations if it names others. The same key posts it only once. */
export const postJob = mutationOptions({
  mutationFn: ({ key, body }: { key: string; body: Schemas["JobPost"] }) =>
    unwrap(client.POST("/api/desk/jobs", { params: { header: { "Idempotency-Key": key } }, body })),
  onSuccess: (_job, _change, _before, { client: cache }) => refetch(cache),
});

/** Changes a job, as it was at `version`; `everywhere`: its text at the other locations, too. */
export const editJob = mutationOptions({
  mutationFn: ({ id, version, body, everywhere }: { id: string; version: number; body: JobFields; everywhere: boolean }) =>
    unwrap(client.PUT("/api/desk/jobs/{posting_id}", { params: { path: { posting_id: id } }, body: { ...body, everywhere, version } })),
  onSuccess: (_job, _change, _before, { client: cache }) => refetch(cache),
});

/** Changes what no feed says of a job. */
export const placeJob = mutationOptions({
  mutationFn: ({ id, ...body }: JobPlacement & { id: string }) =>
    unwrap(client.PUT("/api/desk/jobs/{posting_id}/placement", { params: { path: { posting_id: id } }, body })),
  onSuccess: (_job, _change, _before, { client: cache }) => refetch(cache),
});

/** Imported jobs under the employer's name that nobody has claimed. */
export const claimsQuery = queryOptions({
  queryKey: ["desk", "claims"],
  queryFn: async () => (await unwrap(client.GET("/api/desk/claims"))).groups,
});

/** Asks for the jobs at a domain: by a link mailed to `email`, or null to ask an operator. */
export const requestClaim = mutationOptions({
  mutationFn: async (body: Schemas["ClaimRequest"]) => (await unwrap(client.POST("/api/desk/claims", { body }))).groups,
  onSuccess: (groups, _body, _before, { client: cache }) => {
    cache.setQueryData(claimsQuery.queryKey, groups);
    return refetch(cache);
  },
});

/** Uses a mailed link; returns how many jobs became the employer's own. */
export const confirmClaim = mutationOptions({
  mutationFn: async (key: string) => (await unwrap(client.POST("/api/desk/claims/confirm", { body: { key } }))).jobs,
  onSuccess: (_jobs, _key, _before, { client: cache }) => Promise.all([refetch(cache), cache.invalidateQueries({ queryKey: claimsQuery.queryKey })]),
});
