import { mutationOptions, type QueryClient, QueryObserver, queryOptions } from "@tanstack/react-query";
import { showReply } from "./replies.ts";
import { client, unwrap } from "./client.ts";
import type { EmailPreferencesUpdate } from "./types.ts";

/** The person's in-app notifications, newest first. */
export const notificationsQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: async () => (await unwrap(client.GET("/api/notices"))).notices,
});

export const markNotificationsSeen = mutationOptions({
  mutationFn: () => unwrap(client.POST("/api/notices/seen")),
  onSuccess: (_nothing, _variables, _before, { client: cache }) =>
    showReply(cache, notificationsQuery.queryKey, (known) => known?.map((one) => ({ ...one, seen: true }))),
});

/** Interval between checks for new notifications, on pages that show what they are about. */
export const NOTIFICATIONS_MS = 10_000;

/** Reloads what a notification is about when a new one has arrived, at once when the tab is seen again. Returns a function that stops it. */
export function followNotifications(cache: QueryClient): () => void {
  let newest = cache.getQueryData(notificationsQuery.queryKey)?.[0]?.id;
  const observer = new QueryObserver(cache, { ...notificationsQuery, refetchInterval: NOTIFICATIONS_MS, refetchOnWindowFocus: "always" });
  return observer.subscribe(({ data }) => {
    if (!data) return;
    const id = data[0]?.id ?? "";
    if (newest !== undefined && id !== newest) {
      void cache.invalidateQueries({ queryKey: ["interviews"] });
      void cache.invalidateQueries({ queryKey: ["applications"] });
      void cache.invalidateQueries({ queryKey: ["schedule", "bookings"] });
    }
    newest = id;
  });
}

/** The email preferences of the address whose link was opened. */
export const emailPreferencesQuery = (key: string) =>
  queryOptions({
    queryKey: ["wants", key],
    queryFn: () => unwrap(client.GET("/api/notifications/wants/{key}", at(key))),
  });

/** The link key of one's own address; null without an address. */
export const ownEmailPreferencesQuery = queryOptions({
  queryKey: ["wants"],
  queryFn: async () => (await unwrap(client.GET("/api/notifications/wants"))).key,
});

export const changeEmailPreferences = mutationOptions({
  mutationFn: ({ key, body }: { key: string; body: EmailPreferencesUpdate }) => unwrap(client.PATCH("/api/notifications/wants/{key}", { ...at(key), body })),
  onSuccess: (preferences, { key }, _before, { client: cache }) => cache.setQueryData(emailPreferencesQuery(key).queryKey, preferences),
});

function at(key: string) {
  return { params: { path: { key } } };
}
