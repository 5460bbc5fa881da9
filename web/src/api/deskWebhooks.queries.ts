import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { WebhookFields } from "./types.ts";

/** How often an open list is read again, in milliseconds. */
const REFRESH = 10_000;
const REFRESH_SOON = 2000;

/** The addresses that events are sent to. */
export const webhooksQuery = queryOptions({
  queryKey: ["desk", "webhooks"],
  refetchInterval: REFRESH,
  queryFn: () => unwrap(client.GET("/api/desk/webhooks")),
});

const at = (endpoint_id: string) => ({ path: { endpoint_id } });

/** What was sent to one address; read again sooner while something waits for its first attempts. */
export const deliveriesQuery = (endpoint: string) =>
  infiniteQueryOptions({
    queryKey: ["desk", "webhooks", endpoint],
    queryFn: ({ pageParam: before }) =>
      unwrap(client.GET("/api/desk/webhooks/{endpoint_id}/deliveries", { params: { ...at(endpoint), query: before ? { before } : {} } })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries.some(({ state: one, attempts }) => one === "pending" && attempts < 2) ? REFRESH_SOON : REFRESH,
  });

const onSuccess = (_reply: unknown, _body: unknown, _before: unknown, { client: cache }: { client: QueryClient }) =>
  cache.invalidateQueries({ queryKey: webhooksQuery.queryKey });

/** Adds an address, or changes the one with `id`. Only a new one gets a secret. */
export const saveWebhook = mutationOptions({
  mutationFn: async ({ id, ...body }: WebhookFields & { id: string | undefined }) => {
    if (id === undefined) return (await unwrap(client.POST("/api/desk/webhooks", { body }))).secret;
    await unwrap(client.PUT("/api/desk/webhooks/{endpoint_id}", { params: at(id), body }));
    return null;
  },
  onSuccess,
});

export const rotateWebhookSecret = mutationOptions({
  mutationFn: async (id: string) => (await unwrap(client.POST("/api/desk/webhooks/{endpoint_id}/secret", { params: at(id) }))).secret,
  onSuccess,
});

export type WebhookAction = "enable" | "disable" | "delete" | "test";

const ACTIONS: Record<WebhookAction, (id: string) => Promise<unknown>> = {
  enable: (id) => unwrap(client.POST("/api/desk/webhooks/{endpoint_id}/enable", { params: at(id) })),
  disable: (id) => unwrap(client.POST("/api/desk/webhooks/{endpoint_id}/disable", { params: at(id) })),
  delete: (id) => unwrap(client.DELETE("/api/desk/webhooks/{endpoint_id}", { params: at(id) })),
  test: (id) => unwrap(client.POST("/api/desk/webhooks/{endpoint_id}/test", { params: at(id) })),
};

export const actOnWebhook = mutationOptions({
  mutationFn: ({ id, action }: { id: string; action: WebhookAction }) => ACTIONS[action](id),
  onSuccess,
});

export const replayDelivery = mutationOptions({
  mutationFn: ({ endpoint, delivery }: { endpoint: string; delivery: string }) =>
    unwrap(
      client.POST("/api/desk/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay", {
        params: { path: { endpoint_id: endpoint, delivery_id: delivery } },
      }),
    ),
  onSuccess,
});
