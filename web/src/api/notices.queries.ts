import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { onNotifications } from "#/platform/notificationStream.ts";
import { client, unwrap } from "./client.ts";
import type { WantsUpdate } from "./types.ts";

/** What the person was told in the app, the newest first. */
export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: async () => (await unwrap(client.GET("/api/notices"))).notices,
});

export const markNoticesSeen = mutationOptions({
  mutationFn: () => unwrap(client.POST("/api/notices/seen")),
  onSuccess: (_nothing, _variables, _before, { client: cache }) =>
    cache.setQueryData(noticesQuery.queryKey, (notices) => notices?.map((notice) => ({ ...notice, seen: true }))),
});

/** Renews what news are about as they come, until the way to stop is called. Without them pages ask as before. */
export function followNews(cache: QueryClient): () => void {
  return onNotifications("/api/notices/stream", () => {
    void cache.invalidateQueries({ queryKey: ["notices"] });
    void cache.invalidateQueries({ queryKey: ["interviews"] });
    void cache.invalidateQueries({ queryKey: ["schedule", "bookings"] });
  });
}

/** What the address of a link in our mails wants to hear of. */
export const wantsQuery = (key: string) =>
  queryOptions({
    queryKey: ["wants", key],
    queryFn: () => unwrap(client.GET("/api/notifications/wants/{key}", at(key))),
  });

/** The link to the wishes of one's own address; null without an address. */
export const ownWantsQuery = queryOptions({
  queryKey: ["wants"],
  queryFn: async () => (await unwrap(client.GET("/api/notifications/wants"))).key,
});

export const changeWants = mutationOptions({
  mutationFn: ({ key, body }: { key: string; body: WantsUpdate }) =>
    unwrap(client.PATCH("/api/notifications/wants/{key}", { ...at(key), body })),
  onSuccess: (wants, { key }, _before, { client: cache }) => cache.setQueryData(wantsQuery(key).queryKey, wants),
});

function at(key: string) {
  return { params: { path: { key } } };
}
