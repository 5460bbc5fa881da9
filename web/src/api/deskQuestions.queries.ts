import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type WaitingQuestion = components["schemas"]["WaitingQuestionReply"];

const at = (id: string) => ({ path: { question_id: id } });

/** Questions about the employer's jobs that wait for an answer, oldest first. */
export const jobQuestionsQuery = queryOptions({
  queryKey: ["desk", "questions"],
  queryFn: async ({ signal }) => (await unwrap(client.GET("/api/desk/questions", { signal }))).questions,
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
