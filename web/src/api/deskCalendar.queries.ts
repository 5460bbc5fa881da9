import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { live } from "./live.ts";

/** Meetings and invitations between two instants (ISO 8601). */
export const calendarQuery = (from: string, until: string) =>
  queryOptions({
    queryKey: ["desk", "calendar", from, until],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/calendar", { params: { query: { from, until } }, signal })),
    ...live,
  });

/** Connects the member's own calendar by its secret address, in place of the one before. */
export const connectCalendar = mutationOptions({
  mutationFn: (address: string) => unwrap(client.PUT("/api/desk/calendar/own", { body: { address } })),
  onSuccess: (_data, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["desk", "calendar"] }),
});

/** Forgets the member's own calendar: its address and its busy times. */
export const removeCalendar = mutationOptions({
  mutationFn: () => unwrap(client.DELETE("/api/desk/calendar/own")),
  onSuccess: (_data, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["desk", "calendar"] }),
});
