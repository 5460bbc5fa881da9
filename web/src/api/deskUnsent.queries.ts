import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

/** A decision that could not be sent after the time to undo. */
export type Unsent = components["schemas"]["UnsentReply"];

const REFRESH_MS = 60_000;

/** Decisions that were not sent, newest first, until somebody dismisses them. */
export const unsentQuery = queryOptions({
  queryKey: ["desk", "unsent"],
  queryFn: async ({ signal }) => (await unwrap(client.GET("/api/desk/unsent", { signal }))).unsent,
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

/** Dismisses a decision that was not sent. */
export const dismissUnsent = mutationOptions({
  mutationFn: (id: string) => unwrap(client.DELETE("/api/desk/unsent/{unsent_id}", { params: { path: { unsent_id: id } } })),
  onSettled: (_data, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: unsentQuery.queryKey }),
});
