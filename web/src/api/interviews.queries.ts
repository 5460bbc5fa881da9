import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { AdaptRequest, Consent, Interview, NewInterview, Reschedule, StartInterview } from "./types.ts";

const PAGE = 50;

async function interviewsFrom(offset: number, user_id: string): Promise<Interview[]> {
  const params = { path: { user_id }, query: { offset } };
  const page = await unwrap(client.GET("/api/users/{user_id}/interviews", { params }));
  return page.length < PAGE ? page : [...page, ...(await interviewsFrom(offset + PAGE, user_id))];
}

/** All interviews of a person: the statistics need them all, and the server keeps at most 200. */
export const interviewsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["interviews", "of", userId],
    queryFn: () => interviewsFrom(0, userId),
  });

export const interviewQuery = (id: string) =>
  queryOptions({
    queryKey: ["interviews", id],
    queryFn: () => unwrap(client.GET("/api/interviews/{interview_id}", at(id))),
  });

/** The rubric of an interview, fixed when the interview was created. */
export const rubricQuery = (id: string) =>
  queryOptions({
    queryKey: ["rubric", id],
    queryFn: () => unwrap(client.GET("/api/interviews/{interview_id}/rubric", at(id))),
  });

/** The default job for this person's next interview, guessed from their job search. */
export const suggestionQuery = queryOptions({
  queryKey: ["interviews", "suggestion"],
  queryFn: () => unwrap(client.GET("/api/interviews/suggestion")),
});

/** The current version of the consent text, how long recordings are kept, and the notices for the places of these jobs. */
export const consentTermsQuery = (job: string[]) =>
  queryOptions({
    queryKey: ["consent", ...job],
    queryFn: () => unwrap(client.GET("/api/consent", { params: { query: { job } } })),
  });

export const createInterview = mutationOptions({
  mutationFn: async (body: NewInterview) => (await unwrap(client.POST("/api/interviews", { body }))).interview,
  onSuccess: (_interview, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["interviews"] }),
});

export const rescheduleInterview = mutationOptions({
  mutationFn: async ({ id, ...body }: { id: string } & Reschedule) =>
    (await unwrap(client.POST("/api/interviews/{interview_id}/reschedule", { ...at(id), body }))).interview,
  onSettled: (_interview, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["interviews"] }),
});

export const cancelInterview = mutationOptions({
  mutationFn: async (id: string) => (await unwrap(client.POST("/api/interviews/{interview_id}/cancel", at(id)))).interview,
  onSettled: (_interview, _error, _id, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["interviews"] }),
});

/** Corrects the text of an answer. A score is then calculated again. */
export const correctAnswer = mutationOptions({
  mutationFn: ({ id, order, text }: { id: string; order: number; text: string }) =>
    unwrap(
      client.PATCH("/api/interviews/{interview_id}/responses/{order}", {
        params: { path: { interview_id: id, order } },
        body: { responseText: text },
      }),
    ),
  onSuccess: (_reply, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["interviews"] }),
});

// No mutations: the interview room calls these in its own order and handles their failures.

export const giveConsent = (id: string, body: Consent) => unwrap(client.POST("/api/interviews/{interview_id}/consent", { ...at(id), body }));

/** Starts the interview, or rejoins one in progress. */
export const startInterview = (id: string, body: StartInterview, signal: AbortSignal) =>
  unwrap(client.POST("/api/interviews/{interview_id}/start", { ...at(id), body, signal }));

export const adaptNextQuestion = (id: string, body: AdaptRequest, signal: AbortSignal) =>
  unwrap(client.POST("/api/interviews/{interview_id}/adapt-next-question", { ...at(id), body, signal }));

export const startRecording = (id: string) => unwrap(client.POST("/api/interviews/{interview_id}/start-recording", at(id)));

export const stopRecording = (id: string) => unwrap(client.POST("/api/interviews/{interview_id}/stop-recording", at(id)));

export const completeInterview = (id: string) => unwrap(client.POST("/api/interviews/{interview_id}/complete", at(id)));

function at(id: string) {
  return { params: { path: { interview_id: id } } };
}
