import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { showReply } from "./replies.ts";
import { client, unwrap } from "./client.ts";
import type { NewBooking } from "./types.ts";

/** Polling interval for new bookings on a coach's page. */
const COACH_MS = 60_000;

/** Free slots change quickly: they are refetched whenever a calendar opens. */
export const slotsQuery = (zone: string, first: string | null) =>
  queryOptions({
    queryKey: ["schedule", "slots", zone, first],
    queryFn: () => unwrap(client.GET("/api/schedule/slots", { params: { query: { zone, ...(first && { first }) } } })),
    staleTime: 0,
  });

/** The few slots that matching offers. */
export const offersQuery = (zone: string) =>
  queryOptions({
    queryKey: ["schedule", "offers", zone],
    queryFn: async () => (await unwrap(client.GET("/api/schedule/offers", { params: { query: { zone } } }))).offers,
    staleTime: 0,
  });

/** The booking behind an email link. */
export const bookingQuery = (key: string) =>
  queryOptions({
    queryKey: ["schedule", "booking", key],
    queryFn: () => unwrap(client.GET("/api/schedule/bookings/{key}", at(key))),
  });

/** The person's upcoming bookings. Email links change them, too, so they are refetched on every mount. */
export const bookingsQuery = queryOptions({
  queryKey: ["schedule", "bookings"],
  queryFn: async () => (await unwrap(client.GET("/api/schedule/bookings"))).bookings,
  staleTime: 0,
});

/** The bookings behind a coach's private link. */
export const coachQuery = (key: string) =>
  queryOptions({
    queryKey: ["schedule", "coach", key],
    queryFn: () => unwrap(client.GET("/api/coach/{key}", at(key))),
    staleTime: 0,
    refetchInterval: COACH_MS,
  });

/** The URL of the same data as a calendar feed. */
export const coachFeed = (key: string) => `/api/coach/${encodeURIComponent(key)}/calendar.ics` as const;

export const holdSlot = mutationOptions({
  mutationFn: (body: { startsAt: string; zone: string; instead?: string }) => unwrap(client.POST("/api/schedule/holds", { body })),
});

export const createBooking = mutationOptions({
  mutationFn: (body: NewBooking) => unwrap(client.POST("/api/schedule/bookings", { body })),
});

export const moveBooking = mutationOptions({
  mutationFn: ({ key, startsAt }: { key: string; startsAt: string }) =>
    unwrap(client.POST("/api/schedule/bookings/{key}/move", { ...at(key), body: { startsAt } })),
  onSuccess: (booking, { key }, _before, { client: cache }) => showReply(cache, bookingQuery(key).queryKey, booking),
});

export const cancelBooking = mutationOptions({
  mutationFn: (key: string) => unwrap(client.POST("/api/schedule/bookings/{key}/cancel", at(key))),
  onSuccess: (booking, key, _before, { client: cache }) => showReply(cache, bookingQuery(key).queryKey, booking),
});

function at(key: string) {
  return { params: { path: { key } } };
}
