import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { pause, TYPING_PAUSE, warned } from "./deskDecide.queries.ts";
import { queueQuery } from "./deskPerson.queries.ts";
import { live } from "./live.ts";
import type { components } from "./schema.gen.d.ts";

/** Applications with messages, last written first. */
export const threadsQuery = infiniteQueryOptions({
  queryKey: ["desk", "threads"],
  queryFn: ({ pageParam, signal }) => unwrap(client.GET("/api/desk/threads", { params: { query: { after: pageParam } }, signal })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextKey }) => nextKey,
  ...live,
});

/** How many applications have messages that no member has read. */
export const unreadQuery = queryOptions({
  queryKey: [...threadsQuery.queryKey, "unread"],
  queryFn: async ({ signal }) => (await unwrap(client.GET("/api/desk/threads/unread", { signal }))).threads,
  ...live,
});

/** The messages about one application. */
export const messagesQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "messages", id],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/applications/{application_id}/messages", { params: { path: { application_id: id } }, signal })),
    ...live,
  });

export const sendDeskMessage = mutationOptions({
  mutationFn: ({ id, key, text, warning }: { id: string; key: string; text: string; warning: string | null }) =>
    unwrap(
      client.POST("/api/desk/applications/{application_id}/messages", {
        params: { path: { application_id: id }, header: { "Idempotency-Key": key, ...warned(warning) } },
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
    void cache.invalidateQueries({ queryKey: queueQuery.queryKey });
  },
});

/** Words in a text that refer to a protected trait, looked for while the member pauses. `application`: if it is a message. */
export const wordingQuery = (text: string, application: string | null = null) =>
  queryOptions({
    queryKey: ["desk", "wording", application, text],
    queryFn: async ({ signal }) => {
      await pause(TYPING_PAUSE, signal);
      return unwrap(client.POST("/api/desk/wording", { body: { text, application }, signal }));
    },
    enabled: text !== "",
    gcTime: 0,
  });

export type WaitingQuestion = components["schemas"]["WaitingQuestionReply"];

const at = (id: string) => ({ path: { question_id: id } });

/** Questions about the employer's jobs that wait for an answer, oldest first. */
export const jobQuestionsQuery = queryOptions({
  queryKey: ["desk", "questions"],
  queryFn: async ({ signal }) => (await unwrap(client.GET("/api/desk/questions", { signal }))).questions,
  ...live,
});

/** Answers the person who asked, and shows question and answer on the job's page. */
export const answerJobQuestion = mutationOptions({
  mutationFn: async ({ id, ...body }: { id: string; question: string; answer: string }) =>
    (await unwrap(client.POST("/api/desk/questions/{question_id}/answer", { params: at(id), body }))).questions,
  onSuccess: (left, _body, _before, { client: cache }) => cache.setQueryData(jobQuestionsQuery.queryKey, left),
});

export const dismissJobQuestion = mutationOptions({
  mutationFn: async (id: string) => (await unwrap(client.DELETE("/api/desk/questions/{question_id}", { params: at(id) }))).questions,
  onSuccess: (left, _id, _before, { client: cache }) => cache.setQueryData(jobQuestionsQuery.queryKey, left),
});
