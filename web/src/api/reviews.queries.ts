import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** The human review of an interview, requested or completed. */
export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ["interviews", id, "review"],
    queryFn: () => unwrap(client.GET("/api/interviews/{interview_id}/review", at(id))),
  });

/** Requests a human review of an interview. */
export const askForReview = mutationOptions({
  mutationFn: ({ id, note }: { id: string; note: string }) =>
    unwrap(client.POST("/api/interviews/{interview_id}/review", { ...at(id), body: { note: note || null } })),
  onSuccess: (_reply, _asked, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["interviews"] }),
});

/** Requests or removes the AI score of an interview. */
export const chooseScoring = mutationOptions({
  mutationFn: ({ id, wanted }: { id: string; wanted: boolean }) =>
    unwrap(client.PUT("/api/interviews/{interview_id}/ai-scoring", { ...at(id), body: { wanted } })),
  onSuccess: (_reply, _chosen, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["interviews"] }),
});

function at(id: string) {
  return { params: { path: { interview_id: id } } };
}
