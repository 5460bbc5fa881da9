import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** The request to delete everything that can still be undone. */
export const erasureQuery = queryOptions({
  queryKey: ["privacy", "erasure"],
  queryFn: () => unwrap(client.GET("/api/privacy/erasure")),
});

export const stopErasure = mutationOptions({
  mutationFn: () => unwrap(client.DELETE("/api/privacy/erasure")),
  onSettled: (_state, _error, _none, _before, { client: cache }) => cache.invalidateQueries({ queryKey: erasureQuery.queryKey }),
});
