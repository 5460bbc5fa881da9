import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

export const saveJobSearch = mutationOptions({
  mutationFn: (body: { searchQuery: string; userId: string }) => unwrap(client.POST("/api/job-searches", { body })),
  onSuccess: (_search, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["job-searches"] }),
});

/** The server's parsed version of this person's job search. */
export const wishQuery = queryOptions({
  queryKey: ["wish"],
  queryFn: () => unwrap(client.GET("/api/wish")),
});

/** The saved answers to the quick questions. */
export const answersQuery = (userId: string) =>
  queryOptions({
    queryKey: ["user-responses", userId],
    queryFn: () => unwrap(client.GET("/api/user-responses/{user_id}", { params: { path: { user_id: userId } } })),
  });
