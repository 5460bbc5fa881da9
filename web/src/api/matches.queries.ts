import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** The jobs that fit the signed-in user, best first, with the reasons. */
export const matchesQuery = queryOptions({
  queryKey: ["matches"],
  queryFn: () => unwrap(client.GET("/api/matches")),
});
