import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { pause, TYPING_PAUSE } from "./deskDecide.queries.ts";

const FRESH = 30_000;
const UNREAD_MS = 60_000;
/** An open conversation shows what is written meanwhile. */
const OPEN_MS = 15_000;

/** Applications with messages, last written first. */
export const threadsQuery = infiniteQueryOptions({
  queryKey: ["desk", "threads"],
  queryFn: ({ pageParam, signal }) => unwrap(client.GET("/api/desk/threads", { params: { query: { after: pageParam } }, signal })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextKey }) => nextKey,
  staleTime: FRESH,
});

/** How many applications have messages that no member has read. */
export const unreadQuery = queryOptions({
  queryKey: [...threadsQuery.queryKey, "unread"],
  queryFn: async ({ signal }) => (await unwrap(client.GET("/api/desk/threads/unread", { signal }))).threads,
  staleTime: FRESH,
  refetchInterval: UNREAD_MS,
});

/** The messages about one application. */
export const messagesQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "messages", id],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/applications/{application_id}/messages", { params: { path: { application_id: id } }, signal })),
    staleTime: FRESH,
    refetchInterval: OPEN_MS,
  });

export const sendDeskMessage = mutationOptions({
  mutationFn: ({ id, key, text }: { id: string; key: string; text: string }) =>
    unwrap(
      client.POST("/api/desk/applications/{application_id}/messages", {
        params: { path: { application_id: id }, header: { "Idempotency-Key": key } },
        body: { text },
      }),
    ),
  onSuccess: (data, { id }, _before, { client: cache }) => {
    cache.setQueryData(messagesQuery(id).queryKey, data);
    void cache.invalidateQueries({ queryKey: threadsQuery.queryKey });
  },
});

/** Marks the candidate's messages as read, for all members. */
export const markMessagesRead = mutationOptions({
  mutationFn: (id: string) => unwrap(client.PUT("/api/desk/applications/{application_id}/messages/read", { params: { path: { application_id: id } } })),
  onSuccess: (data, id, _before, { client: cache }) => {
    cache.setQueryData(messagesQuery(id).queryKey, data);
    void cache.invalidateQueries({ queryKey: threadsQuery.queryKey });
  },
});

/** Words in a text that refer to a protected trait, looked for while the member pauses. */
export const wordingQuery = (text: string) =>
  queryOptions({
    queryKey: ["desk", "wording", text],
    queryFn: async ({ signal }) => {
      await pause(TYPING_PAUSE, signal);
      return (await unwrap(client.POST("/api/desk/wording", { body: { text }, signal }))).findings;
    },
    enabled: text !== "",
    gcTime: 0,
  });
