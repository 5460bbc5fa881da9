import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { ApiError } from "./errors.ts";
import { live } from "./live.ts";
import type { components } from "./schema.gen.d.ts";

type Schemas = components["schemas"];

export type QueueRow = Schemas["QueueRowReply"];
export type News = Schemas["NewsReply"];
export type FullJob = Schemas["FullJobReply"];
export type Person = Schemas["PersonReply"];
export type AskedQuestion = Schemas["AskedReply"];
export type PersonAnswer = Schemas["PersonAnswerReply"];
export type Passage = Schemas["PassageReply"];
export type RatingGiven = Schemas["RatingGiven"];
export type Sharing = Schemas["SharingReply"];
export type ViewKind = Schemas["NewView"]["kind"];

/** How long what was loaded ahead of a person may wait until it is opened. */
const AHEAD_MS = 30_000;

/** What waits for the member's reply, nearest promise first, in pages. */
export const queueQuery = infiniteQueryOptions({
  queryKey: ["desk", "queue"],
  queryFn: ({ pageParam, signal }) => unwrap(client.GET("/api/desk/queue", { params: { query: { after: pageParam } }, signal })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextKey }) => nextKey,
  ...live,
  staleTime: 0,
});

/** A person's application, as this member may see it. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "person", id],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/applications/{application_id}", { ...one(id), signal })),
    ...live,
  });

/** What is shown of a person until their page is read: without texts of answers, so it does not count as opened. */
export const aheadQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "ahead", id],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/desk/applications/{application_id}", { params: { ...one(id).params, header: { "Load-Ahead": true } }, signal })),
    staleTime: AHEAD_MS,
  });

/** Bytes of a recording that are loaded ahead, at most: its header and some seconds. */
const FIRST_BYTES = 262_144;

/** The beginning of the first recording of a person, and their page: loaded ahead, so that both are there at once. */
export const beginningQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "ahead", id, "beginning"],
    queryFn: async ({ client: cache, signal }) => {
      const { questions } = await cache.fetchQuery(aheadQuery(id));
      const first = questions.flatMap(({ answers }) => answers).find(({ media }) => media);
      if (!first?.media) return null;
      const headers = { "Load-Ahead": "true", Range: `bytes=0-${FIRST_BYTES - 1}` };
      const reply = await globalThis.fetch(new Request(first.media, { headers, signal }));
      if (!reply.ok) return null;
      return { bytes: await reply.blob(), isVideo: first.mediaType?.startsWith("video") ?? false };
    },
    staleTime: Infinity,
    retry: false,
  });

/** The application of a review link. */
export const sharedQuery = (key: string) =>
  queryOptions({
    queryKey: ["desk", "shared", key],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/shared/{key}", { params: { path: { key } }, signal })),
    ...live,
  });

/** Who else may view and rate an application. */
export const sharingQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "sharing", id],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/applications/{application_id}/sharing", { ...one(id), signal })),
  });

/** How a reviewer records views and rates: as a member, or through a review link. */
export interface ReviewAccess {
  startView: (answer: number, kind: ViewKind) => Promise<{ id: string; counts: boolean }>;
  /** Rejects with a 404 once the candidate has withdrawn. `counts`: the answer counts as viewed; `last`: the page may close meanwhile. */
  continueView: (view: string, seconds: number, last: boolean) => Promise<{ counts: boolean }>;
  rate: (question: string, rating: RatingGiven) => Promise<AskedQuestion>;
}

export const memberAccess = (id: string): ReviewAccess => ({
  startView: (answer, kind) => unwrap(client.POST("/api/desk/applications/{application_id}/views", { ...one(id), body: { answer, kind } })),
  continueView: (view, seconds, last) =>
    unwrap(
      client.PUT("/api/desk/applications/{application_id}/views/{view_id}", {
        params: { path: { application_id: id, view_id: view } },
        body: { seconds },
        keepalive: last,
      }),
    ),
  rate: (question, body) =>
    unwrap(
      client.PUT("/api/desk/applications/{application_id}/ratings/{question_id}", {
        params: { path: { application_id: id, question_id: question } },
        body,
      }),
    ),
});

export const linkAccess = (key: string): ReviewAccess => ({
  startView: (answer, kind) => unwrap(client.POST("/api/desk/shared/{key}/views", { params: { path: { key } }, body: { answer, kind } })),
  continueView: (view, seconds, last) =>
    unwrap(client.PUT("/api/desk/shared/{key}/views/{view}", { params: { path: { key, view } }, body: { seconds }, keepalive: last })),
  rate: (question, body) => unwrap(client.PUT("/api/desk/shared/{key}/ratings/{question}", { params: { path: { key, question } }, body })),
});

/** The person a review link is for, if this browser has yet to show that it is theirs; else null. */
export function recipientOf(error: unknown): { reviewer: string; address: string } | null {
  if (!(error instanceof ApiError) || error.code !== "review_code_required") return null;
  return JSON.parse(error.body) as { reviewer: string; address: string };
}

/** Mails the recipient of a review link a code that opens it in this browser. */
export const sendReviewCode = (key: string) => unwrap(client.POST("/api/desk/shared/{key}/code", { params: { path: { key } } }));

export const openShared = (key: string, code: string) => unwrap(client.POST("/api/desk/shared/{key}/open", { params: { path: { key } }, body: { code } }));

/** Mails a colleague a review link. */
export const shareWith = (id: string, body: { name: string; email: string }): Promise<Sharing> =>
  unwrap(client.POST("/api/desk/applications/{application_id}/links", { ...one(id), body }));

export const endLink = (id: string, link: string): Promise<Sharing> =>
  unwrap(
    client.DELETE("/api/desk/applications/{application_id}/links/{link_id}", {
      params: { path: { application_id: id, link_id: link } },
    }),
  );

/** Assigns a reviewer to an application, or removes them. */
export const assignReviewer = (id: string, reviewer: string, assigned: boolean): Promise<Sharing> => {
  const where = { params: { path: { application_id: id, reviewer_id: reviewer } } };
  const path = "/api/desk/applications/{application_id}/reviewers/{reviewer_id}";
  return unwrap(assigned ? client.PUT(path, where) : client.DELETE(path, where));
};

function one(id: string) {
  return { params: { path: { application_id: id } } };
}

/** Puts a question with the reviewer's new level into the loaded person. */
export async function storeRating(
  cache: QueryClient,
  query: ReturnType<typeof personQuery> | ReturnType<typeof sharedQuery>,
  question: AskedQuestion,
): Promise<void> {
  const { queryKey } = query;
  // A reply that was on its way before the level was stored would take it back.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData<{ questions: AskedQuestion[] }>(
    queryKey,
    (old) => old && { ...old, questions: old.questions.map((one) => (one.id === question.id ? question : one)) },
  );
  void cache.invalidateQueries({ queryKey });
}

export type Note = components["schemas"]["NoteReply"];

/** What those who hire have noted about an application, and the colleagues who can read it. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "notes", id],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/applications/{application_id}/notes", { params: { path: { application_id: id } }, signal })),
    ...live,
  });

export const addNote = mutationOptions({
  mutationFn: ({ id, key, text, tell }: { id: string; key: string; text: string; tell: string[] }) =>
    unwrap(
      client.POST("/api/desk/applications/{application_id}/notes", {
        params: { path: { application_id: id }, header: { "Idempotency-Key": key } },
        body: { text, tell },
      }),
    ),
  onSuccess: (data, { id }, _before, { client: cache }) => cache.setQueryData(notesQuery(id).queryKey, data),
});

/** Deletes an own note. */
export const deleteNote = mutationOptions({
  mutationFn: ({ id, note }: { id: string; note: string }) =>
    unwrap(client.DELETE("/api/desk/applications/{application_id}/notes/{note_id}", { params: { path: { application_id: id, note_id: note } } })),
  onSuccess: (data, { id }, _before, { client: cache }) => cache.setQueryData(notesQuery(id).queryKey, data),
});
