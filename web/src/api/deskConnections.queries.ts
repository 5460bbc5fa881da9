import { infiniteQueryOptions, mutationOptions, type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";
import type { ApiKeyFields, WebhookFields } from "./types.ts";

/** Has a list read again after a change of it. */
const reload =
  (queryKey: QueryKey) =>
  (_reply: unknown, _body: unknown, _before: unknown, { client: cache }: { client: QueryClient }) =>
    cache.invalidateQueries({ queryKey });

/** How often an open list is read again, in milliseconds. */
const REFRESH = 10_000;
const REFRESH_SOON = 2000;

/** The addresses that events are sent to. */
export const webhooksQuery = queryOptions({
  queryKey: ["desk", "webhooks"],
  refetchInterval: REFRESH,
  queryFn: () => unwrap(client.GET("/api/desk/webhooks")),
});

const endpointOf = (endpoint_id: string) => ({ path: { endpoint_id } });

/** What was sent to one address; read again sooner while something waits for its first attempts. */
export const deliveriesQuery = (endpoint: string) =>
  infiniteQueryOptions({
    queryKey: ["desk", "webhooks", endpoint],
    queryFn: ({ pageParam: before }) =>
      unwrap(client.GET("/api/desk/webhooks/{endpoint_id}/deliveries", { params: { ...endpointOf(endpoint), query: before ? { before } : {} } })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries.some(({ state: one, attempts }) => one === "pending" && attempts < 2) ? REFRESH_SOON : REFRESH,
  });

/** Adds an address, or changes the one with `id`. Only a new one gets a secret. */
export const saveWebhook = mutationOptions({
  mutationFn: async ({ id, ...body }: WebhookFields & { id: string | undefined }) => {
    if (id === undefined) return (await unwrap(client.POST("/api/desk/webhooks", { body }))).secret;
    await unwrap(client.PUT("/api/desk/webhooks/{endpoint_id}", { params: endpointOf(id), body }));
    return null;
  },
  onSuccess: reload(webhooksQuery.queryKey),
});

export const rotateWebhookSecret = mutationOptions({
  mutationFn: async (id: string) => (await unwrap(client.POST("/api/desk/webhooks/{endpoint_id}/secret", { params: endpointOf(id) }))).secret,
  onSuccess: reload(webhooksQuery.queryKey),
});

export type WebhookAction = "enable" | "disable" | "delete" | "test";

const ACTIONS: Record<WebhookAction, (id: string) => Promise<unknown>> = {
  enable: (id) => unwrap(client.POST("/api/desk/webhooks/{endpoint_id}/enable", { params: endpointOf(id) })),
  disable: (id) => unwrap(client.POST("/api/desk/webhooks/{endpoint_id}/disable", { params: endpointOf(id) })),
  delete: (id) => unwrap(client.DELETE("/api/desk/webhooks/{endpoint_id}", { params: endpointOf(id) })),
  test: (id) => unwrap(client.POST("/api/desk/webhooks/{endpoint_id}/test", { params: endpointOf(id) })),
};

export const actOnWebhook = mutationOptions({
  mutationFn: ({ id, action }: { id: string; action: WebhookAction }) => ACTIONS[action](id),
  onSuccess: reload(webhooksQuery.queryKey),
});

export const replayDelivery = mutationOptions({
  mutationFn: ({ endpoint, delivery }: { endpoint: string; delivery: string }) =>
    unwrap(
      client.POST("/api/desk/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay", {
        params: { path: { endpoint_id: endpoint, delivery_id: delivery } },
      }),
    ),
  onSuccess: reload(webhooksQuery.queryKey),
});

/** The address of the employer's job feed, and what is in it. */
export const jobFeedQuery = queryOptions({
  queryKey: ["desk", "job-feed"],
  queryFn: () => unwrap(client.GET("/api/desk/job-feed")),
});

/** The employer's API keys, without their secrets, and what a new one can allow. */
export const apiKeysQuery = queryOptions({
  queryKey: ["desk", "api-keys"],
  queryFn: () => unwrap(client.GET("/api/desk/api-keys")),
});

/** Creates a key, and returns its secret. */
export const createApiKey = mutationOptions({
  mutationFn: async (body: ApiKeyFields) => (await unwrap(client.POST("/api/desk/api-keys", { body }))).secret,
  onSuccess: reload(apiKeysQuery.queryKey),
});

/** Returns the key's new secret. */
export const rotateApiKey = mutationOptions({
  mutationFn: async (id: string) => (await unwrap(client.POST("/api/desk/api-keys/{key_id}/secret", { params: { path: { key_id: id } } }))).secret,
  onSuccess: reload(apiKeysQuery.queryKey),
});

export const revokeApiKey = mutationOptions({
  mutationFn: (id: string) => unwrap(client.DELETE("/api/desk/api-keys/{key_id}", { params: { path: { key_id: id } } })),
  onSuccess: (reply, _body, _before, { client: cache }) => cache.setQueryData(apiKeysQuery.queryKey, reply),
});

export type AssessmentOrder = components["schemas"]["AssessmentOrderReply"];

/** The connection with an applicant tracking system, and the interviews it ordered, newest first. */
export const assessmentsQuery = infiniteQueryOptions({
  queryKey: ["desk", "assessments"],
  queryFn: ({ pageParam: after }) => unwrap(client.GET("/api/desk/assessments", after === null ? {} : { params: { query: { after } } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});

export const createAssessmentKey = mutationOptions({
  mutationFn: () => unwrap(client.POST("/api/desk/assessments/key")),
  onSuccess: reload(assessmentsQuery.queryKey),
});

export const revokeAssessmentKey = mutationOptions({
  mutationFn: () => client.DELETE("/api/desk/assessments/key"),
  onSuccess: reload(assessmentsQuery.queryKey),
});
