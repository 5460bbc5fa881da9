import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { ApiKeyFields } from "./types.ts";

/** The employer's API keys, without their secrets, and what a new one can allow. */
export const apiKeysQuery = queryOptions({
  queryKey: ["desk", "api-keys"],
  queryFn: () => unwrap(client.GET("/api/desk/api-keys")),
});

const onSuccess = (_reply: unknown, _body: unknown, _before: unknown, { client: cache }: { client: QueryClient }) =>
  cache.invalidateQueries({ queryKey: apiKeysQuery.queryKey });

const at = (key_id: string) => ({ path: { key_id } });

/** Creates a key, and returns its secret. */
export const createApiKey = mutationOptions({
  mutationFn: async (body: ApiKeyFields) => (await unwrap(client.POST("/api/desk/api-keys", { body }))).secret,
  onSuccess,
});

/** Returns the key's new secret. */
export const rotateApiKey = mutationOptions({
  mutationFn: async (id: string) => (await unwrap(client.POST("/api/desk/api-keys/{key_id}/secret", { params: at(id) }))).secret,
  onSuccess,
});

export const revokeApiKey = mutationOptions({
  mutationFn: (id: string) => unwrap(client.DELETE("/api/desk/api-keys/{key_id}", { params: at(id) })),
  onSuccess: (reply, _body, _before, { client: cache }) => cache.setQueryData(apiKeysQuery.queryKey, reply),
});
