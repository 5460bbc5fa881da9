import { type InfiniteData, infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { showReply, showVersion } from "./replies.ts";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

type Schemas = components["schemas"];

export type JobState = Schemas["JobStateReply"];
export type JobStates = Schemas["JobStatesReply"];
export type NewApplications = Schemas["NewApplications"];
export type ApplicationSummary = Schemas["ApplicationSummary"];
export type Application = Schemas["ApplicationReply"];
export type Group = ApplicationSummary["group"];
export type Shares = Required<Schemas["Switches"]>;

const REFRESH_MS = 15_000;
const at = (id: string) => ({ params: { path: { application_id: id } } });
const on = (id: string, version: number) => ({
  params: { path: { application_id: id }, header: { "If-Match": `"${version}"` } },
});

/** Whether the candidate can apply for these jobs, and what the employers promise. */
export const jobStatesQuery = (jobs: readonly string[]) =>
  queryOptions({
    queryKey: ["applications", "states", jobs],
    queryFn: () => unwrap(client.GET("/api/applications/states", { params: { query: { job: [...jobs] } } })),
  });

/** The candidate's applications, those that wait for them first, a page at a time. */
export const applicationsQuery = infiniteQueryOptions({
  queryKey: ["applications", "list"],
  queryFn: ({ pageParam }) => unwrap(client.GET("/api/applications", { params: { query: { after: pageParam } } })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextKey }) => nextKey,
});

/** Returns how many applications are open; undefined while they are not known. */
export function countOpen(list: InfiniteData<Schemas["ApplicationsReply"]> | undefined): number | undefined {
  const counts = list?.pages[0]?.counts;
  return counts && counts.yours + counts.coming + counts.waiting;
}

/** Returns how many applications were sent and not taken back, those that have ended included; undefined while not known. */
export function countSent(list: InfiniteData<Schemas["ApplicationsReply"]> | undefined): number | undefined {
  return list?.pages[0]?.sent;
}

/** The private link for calendar apps; null without one. */
export const calendarFeedQuery = queryOptions({
  queryKey: ["calendar-feed"],
  queryFn: () => unwrap(client.GET("/api/calendar-feed")),
});

export const createCalendarFeed = mutationOptions({
  mutationFn: () => unwrap(client.PUT("/api/calendar-feed")),
  onSuccess: (feed, _none, _before, { client: cache }) => showReply(cache, calendarFeedQuery.queryKey, feed),
});

export const revokeCalendarFeed = mutationOptions({
  mutationFn: () => unwrap(client.DELETE("/api/calendar-feed")),
  onSuccess: (feed, _none, _before, { client: cache }) => showReply(cache, calendarFeedQuery.queryKey, feed),
});

/** One application; refreshes while its page is open and when its tab is seen, so that views and answers appear. */
export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ["applications", "one", id],
    queryFn: () => unwrap(client.GET("/api/applications/{application_id}", at(id))),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: "always",
  });

/** Applies for jobs. Each job has a result of its own. */
export const apply = mutationOptions({
  mutationFn: async (body: NewApplications) => (await unwrap(client.POST("/api/applications", { body }))).results,
  onSuccess: (_results, _body, _before, { client: cache }) => refresh(cache),
});

/** Takes new applications back without a trace. */
export const undoApplications = mutationOptions({
  mutationFn: (ids: readonly string[]) => Promise.all(ids.map((id) => unwrap(client.DELETE("/api/applications/{application_id}", at(id))))),
  onSettled: (_ok, _error, _ids, _before, { client: cache }) => refresh(cache),
});

/** Withdraws applications, such as the others after a hire. */
export const withdrawApplications = mutationOptions({
  mutationFn: (applications: readonly ApplicationSummary[]) =>
    Promise.all(applications.map(({ id, version }) => unwrap(client.POST("/api/applications/{application_id}/withdraw", on(id, version))))),
  onSettled: (_ok, _error, _applications, _before, { client: cache }) => refresh(cache),
});

/** Marks the employer's messages as read, once they are on the screen. */
export const markMessagesRead = mutationOptions({
  mutationFn: (id: string) => unwrap(client.PUT("/api/applications/{application_id}/messages/read", at(id))),
  onSuccess: (application, id, _before, { client: cache }) => {
    showVersion(cache, applicationQuery(id).queryKey, application);
    return cache.invalidateQueries({ queryKey: applicationsQuery.queryKey });
  },
});

/** What a candidate does with one application; `version` is the one on the screen. */
export type Act =
  | { kind: "withdraw" }
  | { kind: "shares"; shares: Shares }
  | { kind: "message"; text: string; key: string }
  | { kind: "time"; startsAt: string | null; words: string | null }
  | { kind: "offer"; accept: boolean }
  | { kind: "look"; words: string | null; shares: Shares };

export const act = mutationOptions({
  mutationFn: ({ id, version, ...what }: Act & { id: string; version: number }) => send(id, version, what),
  onSuccess: (application, { id }, _before, { client: cache }) => {
    showVersion(cache, applicationQuery(id).queryKey, application);
    return cache.invalidateQueries({ queryKey: ["applications", "list"] });
  },
  // Somebody else was faster: show what changed.
  onError: (_error, { id }, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["applications", "one", id] }),
});

function send(id: string, version: number, what: Act): Promise<Application> {
  switch (what.kind) {
    case "withdraw":
      return unwrap(client.POST("/api/applications/{application_id}/withdraw", on(id, version)));
    case "shares":
      return unwrap(client.PUT("/api/applications/{application_id}/shares", { ...at(id), body: what.shares }));
    case "message": {
      const params = { path: { application_id: id }, header: { "Idempotency-Key": what.key } };
      return unwrap(client.POST("/api/applications/{application_id}/messages", { params, body: { text: what.text } }));
    }
    case "time": {
      const body = { startsAt: what.startsAt, words: what.words };
      return unwrap(client.POST("/api/applications/{application_id}/time", { ...on(id, version), body }));
    }
    case "offer":
      return unwrap(client.POST("/api/applications/{application_id}/offer", { ...on(id, version), body: { accept: what.accept } }));
    case "look":
      return unwrap(client.POST("/api/applications/{application_id}/look", { ...on(id, version), body: { words: what.words, shares: what.shares } }));
  }
}

function refresh(cache: QueryClient): Promise<unknown> {
  return cache.invalidateQueries({ queryKey: ["applications"] });
}
