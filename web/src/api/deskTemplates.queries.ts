import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type TextTemplate = components["schemas"]["TextTemplateReply"];
export type TemplateFields = components["schemas"]["TemplateFields"];
export type FilledTemplate = components["schemas"]["FilledTemplateReply"];
export type Purpose = TextTemplate["purpose"];

/** The employer's templates for messages and letters. */
export const textTemplatesQuery = queryOptions({
  queryKey: ["desk", "text-templates"],
  queryFn: async ({ signal }) => (await unwrap(client.GET("/api/desk/text-templates", { signal }))).templates,
});

/** The templates for one purpose, filled in for one application, and the candidate's language. */
export const filledTemplatesQuery = (id: string, purpose: Purpose) =>
  queryOptions({
    queryKey: ["desk", "filled-templates", id, purpose],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/desk/applications/{application_id}/text-templates", { params: { path: { application_id: id }, query: { purpose } }, signal })),
  });

const refetch = (cache: QueryClient) =>
  Promise.all([cache.invalidateQueries({ queryKey: textTemplatesQuery.queryKey }), cache.invalidateQueries({ queryKey: ["desk", "filled-templates"] })]);

/** Adds a template, or changes the one with `id`. */
export const saveTemplate = mutationOptions({
  mutationFn: ({ id, body }: { id: string | null; body: TemplateFields }) =>
    unwrap(
      id === null
        ? client.POST("/api/desk/text-templates", { body })
        : client.PUT("/api/desk/text-templates/{template_id}", { params: { path: { template_id: id } }, body }),
    ),
  onSuccess: (_saved, _change, _before, { client: cache }) => refetch(cache),
});

export const removeTemplate = mutationOptions({
  mutationFn: (id: string) => unwrap(client.DELETE("/api/desk/text-templates/{template_id}", { params: { path: { template_id: id } } })),
  onSuccess: (_gone, _id, _before, { client: cache }) => refetch(cache),
});
