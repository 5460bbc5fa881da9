import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** The address of the employer's job feed, and what is in it. */
export const jobFeedQuery = queryOptions({
  queryKey: ["desk", "job-feed"],
  queryFn: () => unwrap(client.GET("/api/desk/job-feed")),
});
