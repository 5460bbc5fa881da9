import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { AdaptRequest, Consent, NewInterview, NewResponse } from "./types.ts";

export const interviewsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["interviews", "of", userId],
    queryFn: () => unwrap(client.GET("/api/users/{userId}/interviews", { params: { path: { userId } } })),
  });

export const interviewQuery = (id: string) =>
  queryOptions({
    queryKey: ["interviews", id],
    queryFn: () => unwrap(client.GET("/api/interviews/{id}", at(id))),
  });

export const createInterview = mutationOptions({
  mutationFn: async (body: NewInterview) =>
    (await unwrap(client.POST("/api/interviews", { body }))).interview,
  onSuccess: (_interview, _body, _before, { client: cache }) =>
    cache.invalidateQueries({ queryKey: ["interviews"] }),
});

// The interview itself is no form: its room calls these in its own order and knows what to do when one fails.

export const giveConsent = (id: string, body: Consent) =>
  unwrap(client.POST("/api/interviews/{id}/consent", { ...at(id), body }));

/** Starts the interview, or rejoins one in progress. */
export const startInterview = (id: string, body: { participantName: string; userId: string }) =>
  unwrap(client.POST("/api/interviews/{id}/start", { ...at(id), body }));

/** Records one answer. Sending the same again is harmless. */
export const sendResponse = (id: string, body: NewResponse) =>
  unwrap(client.POST("/api/interviews/{id}/responses", { ...at(id), body }));

export const adaptNextQuestion = (id: string, body: AdaptRequest) =>
  unwrap(client.POST("/api/interviews/{id}/adapt-next-question", { ...at(id), body }));

export const startRecording = (id: string) =>
  unwrap(client.POST("/api/interviews/{id}/start-recording", at(id)));

export const stopRecording = (id: string) =>
  unwrap(client.POST("/api/interviews/{id}/stop-recording", at(id)));

export const completeInterview = (id: string) => unwrap(client.POST("/api/interviews/{id}/complete", at(id)));

function at(id: string) {
  return { params: { path: { id } } };
}
