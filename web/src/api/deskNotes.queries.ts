import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type Note = components["schemas"]["NoteReply"];

/** What those who hire have noted about an application, and the colleagues who can read it. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "notes", id],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/applications/{application_id}/notes", { params: { path: { application_id: id } }, signal })),
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
