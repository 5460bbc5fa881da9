/** Continues a session in another browser of the same phone, by a link with a key. */

import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import { withProof } from "./proof.ts";

/** Creates a key that opens this session in another browser of the same phone. */
export const handOver = mutationOptions({ mutationFn: () => withProof(() => unwrap(client.POST("/api/auth/handover"))) });

/** The person whose session a handover key opens. */
export const handoverQuery = (key: string) =>
  queryOptions({
    queryKey: ["session", "handover", key],
    queryFn: () => unwrap(client.GET("/api/auth/handover/{key}", { params: { path: { key } } })),
  });

export const takeOver = mutationOptions({
  mutationFn: async (key: string) =>
    (await unwrap(client.POST("/api/auth/handover/{key}", { params: { path: { key } } }))).user,
});
