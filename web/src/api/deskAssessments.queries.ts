import { infiniteQueryOptions, mutationOptions, type QueryClient } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type AssessmentOrder = components["schemas"]["AssessmentOrderReply"];

/** The connection with an applicant tracking system, and the interviews it ordered, newest first. */
export const assessmentsQuery = infiniteQueryOptions({
  queryKey: ["desk", "assessments"],
  queryFn: ({ pageParam: after }) => unwrap(client.GET("/api/desk/assessments", after === null ? {} : { params: { query: { after } } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});

const onSuccess = (_reply: unknown, _body: unknown, _before: unknown, { client: cache }: { client: QueryClient }) =>
  cache.invalidateQueries({ queryKey: assessmentsQuery.queryKey });

export const createAssessmentKey = mutationOptions({
  mutationFn: () => unwrap(client.POST("/api/desk/assessments/key")),
  onSuccess,
});

export const revokeAssessmentKey = mutationOptions({
  mutationFn: () => client.DELETE("/api/desk/assessments/key"),
  onSuccess,
});
