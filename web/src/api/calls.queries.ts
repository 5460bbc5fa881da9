import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** How often an open page looks who is in their interview. */
const LIVE_MS = 15_000;

/** What a watcher's link opens. */
export const watchQuery = (key: string) =>
  queryOptions({
    queryKey: ["calls", "watch", key],
    queryFn: () => unwrap(client.GET("/api/watch/{key}", { params: { path: { key } } })),
    staleTime: 0,
    refetchInterval: LIVE_MS,
  });

/** The interviews that go on now of those who have booked the coach of a private link. */
export const liveQuery = (key: string) =>
  queryOptions({
    queryKey: ["calls", "live", key],
    queryFn: async () => (await unwrap(client.GET("/api/coach/{key}/live", { params: { path: { key } } }))).interviews,
    staleTime: 0,
    refetchInterval: LIVE_MS,
  });

/** Who watched one's own interview as it went on. */
export const visitsQuery = (id: string) =>
  queryOptions({
    queryKey: ["interviews", "visits", id],
    queryFn: async () =>
      (await unwrap(client.GET("/api/interviews/{interview_id}/visits", { params: { path: { interview_id: id } } }))).visits,
  });
