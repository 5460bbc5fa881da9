import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type OrderedInterview = components["schemas"]["OrderedInterview"];
type Acceptance = components["schemas"]["Acceptance"];

const at = (key: string) => ({ params: { path: { key } } });

/** The invitation of a mailed link. */
export const invitationQuery = (key: string) =>
  queryOptions({
    queryKey: ["invitation", key],
    queryFn: () => unwrap(client.GET("/api/assessments/{key}", at(key))),
  });

export const acceptInvitation = mutationOptions({
  mutationFn: ({ key, ...body }: Acceptance & { key: string }) => unwrap(client.POST("/api/assessments/{key}/accept", { ...at(key), body })),
});

export const refuseInvitation = mutationOptions({
  mutationFn: (key: string) => unwrap(client.POST("/api/assessments/{key}/refuse", at(key))),
  onSuccess: (_reply, key, _before, { client: cache }) => cache.invalidateQueries(invitationQuery(key)),
});
