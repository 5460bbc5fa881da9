import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** Meetings and invitations between two instants (ISO 8601). */
export const calendarQuery = (from: string, until: string) =>
  queryOptions({
    queryKey: ["desk", "calendar", from, until],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/calendar", { params: { query: { from, until } }, signal })),
    staleTime: 30_000,
  });
