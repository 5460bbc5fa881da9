import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { withProof } from "#/session/proof.ts";
import { client, unwrap } from "#/api/client.ts";
import { erasureQuery } from "#/api/privacy.queries.ts";
import { readApiError, Unreachable } from "#/api/errors.ts";
import type { components } from "#/api/schema.gen.d.ts";

type Schemas = components["schemas"];

export type OwnData = Schemas["DataReply"];
export type Export = Schemas["ExportReply"];

/** The address of the person's copy of their data. */
export const EXPORT_FILE = "/api/privacy/export/file";
const PENDING_REFRESH_MS = 3000;

/** What is kept about the person, who has it and who looked at it. */
export const ownDataQuery = queryOptions({
  queryKey: ["privacy", "data"],
  queryFn: () => unwrap(client.GET("/api/privacy/data")),
});

/** The copy of the person's data; refreshes until it is ready. */
export const exportQuery = queryOptions({
  queryKey: ["privacy", "export"],
  queryFn: () => unwrap(client.GET("/api/privacy/export")),
  refetchInterval: ({ state }) => state.data?.export?.state === "pending" && PENDING_REFRESH_MS,
});

export const startExport = mutationOptions({
  mutationFn: () => withProof(() => unwrap(client.POST("/api/privacy/export"))),
  onSuccess: (state, _none, _before, { client: cache }) => cache.setQueryData(exportQuery.queryKey, state),
});

/** Makes sure that the server will hand out the file, which a plain download cannot ask a password for. */
export const allowDownload = mutationOptions({
  mutationFn: () => withProof(checkFile),
  onError: (_error, _none, _before, { client: cache }) => cache.invalidateQueries({ queryKey: exportQuery.queryKey }),
});

export const startErasure = mutationOptions({
  mutationFn: () => withProof(() => unwrap(client.POST("/api/privacy/erasure"))),
  onSuccess: (state, _none, _before, { client: cache }) => {
    cache.setQueryData(erasureQuery.queryKey, state);
    return refresh(cache);
  },
});

/** Deletes an interview; its applications are withdrawn. */
export const deleteInterview = mutationOptions({
  mutationFn: (id: string) => {
    const at = { params: { path: { interview_id: id } } };
    return withProof(() => unwrap(client.DELETE("/api/privacy/interviews/{interview_id}", at)));
  },
  onSuccess: (_reply, _id, _before, { client: cache }) => refresh(cache),
});

/** Ends everything that is shared with the employer of this application. */
export const stopSharing = mutationOptions({
  mutationFn: (application: string) =>
    unwrap(
      client.PUT("/api/applications/{application_id}/shares", {
        params: { path: { application_id: application } },
        body: { video: false, words: false, score: false, quickAnswers: false },
      }),
    ),
  onSettled: (_reply, _error, _id, _before, { client: cache }) => refresh(cache),
});

async function checkFile(): Promise<void> {
  // One byte: the client for JSON would read the whole file.
  const request = new Request(EXPORT_FILE, { headers: { range: "bytes=0-0" }, cache: "no-store" });
  const response = await globalThis.fetch(request).catch((error: unknown) => {
    throw new Unreachable("The server could not be reached.", { cause: error });
  });
  if (!response.ok) throw await readApiError(response);
}

function refresh(cache: QueryClient): Promise<unknown> {
  return Promise.all([ownDataQuery.queryKey, ["applications"], ["interviews"]].map((queryKey) => cache.invalidateQueries({ queryKey })));
}
