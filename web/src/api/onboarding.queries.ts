import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { QuestionType } from "./types.ts";

export const saveJobSearch = mutationOptions({
  mutationFn: (body: { searchQuery: string; userId: string }) =>
    unwrap(client.POST("/api/job-searches", { body })),
  onSuccess: (_search, _body, _before, { client: cache }) =>
    cache.invalidateQueries({ queryKey: ["job-searches"] }),
});

/** What the server understands of this person's wish. */
export const wishQuery = queryOptions({
  queryKey: ["wish"],
  queryFn: () => unwrap(client.GET("/api/wish")),
});

/** The answers to the quick questions that are already on the server. */
export const answersQuery = (userId: string) =>
  queryOptions({
    queryKey: ["user-responses", userId],
    queryFn: () =>
      unwrap(client.GET("/api/user-responses/{user_id}", { params: { path: { user_id: userId } } })),
  });

/**
 * Saves all answers at once, one call each. Fails if any of them fails; as the server keeps
 * one answer to a question, sending them all again does no harm.
 */
export const saveAnswers = mutationOptions({
  mutationFn: ({ userId, answers }: { userId: string; answers: Record<QuestionType, string> }) =>
    Promise.all(
      Object.entries(answers).map(([questionType, answer]) =>
        unwrap(
          client.POST("/api/user-responses", {
            body: { userId, questionType: questionType as QuestionType, answer },
          }),
        ),
      ),
    ),
  onSettled: (_saved, _error, _body, _before, { client: cache }) =>
    cache.invalidateQueries({ queryKey: ["user-responses"] }),
});
