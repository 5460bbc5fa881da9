import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** Polling interval of the ongoing interviews. */
const LIVE_MS = 15_000;

/** The interview behind a viewer's link. */
export const watchQuery = (key: string) =>
  queryOptions({
    queryKey: ["calls", "watch", key],
    queryFn: () => unwrap(client.GET("/api/watch/{key}", { params: { path: { key } } })),
    staleTime: 0,
    refetchInterval: LIVE_MS,
  });

/** Returns the address at which the interview is watched. */
export const joinWatch = mutationOptions({
  mutationFn: async ({ key, role }: { key: string; role: "interviewer" | "observer" }) =>
    (await unwrap(client.POST("/api/watch/{key}/join", { params: { path: { key }, query: { role } } }))).url,
});

/** Lets nobody watch one's own interview any more. */
export const declineWatchers = (id: string) =>
  unwrap(client.POST("/api/interviews/{interview_id}/decline-watchers", { params: { path: { interview_id: id } } }));

/** The ongoing interviews of the candidates of the coach with this private link. */
export const liveQuery = (key: string) =>
  queryOptions({
    queryKey: ["calls", "live", key],
    queryFn: async () => (await unwrap(client.GET("/api/coach/{key}/live", { params: { path: { key } } }))).interviews,
    staleTime: 0,
    refetchInterval: LIVE_MS,
  });

/** The people who watched one's own interview live. */
export const visitsQuery = (id: string) =>
  queryOptions({
    queryKey: ["interviews", "visits", id],
    queryFn: async () => (await unwrap(client.GET("/api/interviews/{interview_id}/visits", { params: { path: { interview_id: id } } }))).visits,
  });
