import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components, operations } from "./schema.gen.d.ts";

type Schemas = components["schemas"];

export type Listed = Schemas["ListedReply"];
export type ListPage = Schemas["DeskListReply"];
export type ListCounts = Schemas["ViewCountsReply"];
export type ListChoices = Schemas["ListChoicesReply"];
export type SavedView = Schemas["SavedViewReply"];
export type ListFilters = Omit<NonNullable<operations["list_applications_api_desk_applications_get"]["parameters"]["query"]>, "after">;
export type ListView = NonNullable<ListFilters["view"]>;
export type ApplicationStage = Listed["stage"];

const REFRESH_MS = 60_000;

/** A page of applications; `after` is the key of the page before, null for the first one, which brings the counts. */
export const deskListQuery = (filters: ListFilters, after: string | null) =>
  queryOptions({
    queryKey: ["desk", "list", filters, after],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/desk/applications", { params: { query: { ...filters, after } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** What the list can be filtered by. */
export const listChoicesQuery = queryOptions({
  queryKey: ["desk", "list-choices"],
  queryFn: () => unwrap(client.GET("/api/desk/list-choices")),
});

const VIEWS = ["desk", "views"] as const;

/** The member's own views of the list. */
export const savedViewsQuery = queryOptions({
  queryKey: VIEWS,
  queryFn: async () => (await unwrap(client.GET("/api/desk/views"))).views,
});

/** Saves filters under a name. */
export const saveView = mutationOptions({
  mutationFn: (body: Schemas["NewSavedView"]) => unwrap(client.POST("/api/desk/views", { body })),
  onSettled: (_data, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: VIEWS }),
});

/** Renames a saved view, or deletes it without a name. */
export const changeView = mutationOptions({
  mutationFn: async ({ id, name }: { id: string; name: string | null }) => {
    const at = { params: { path: { view_id: id } } };
    const call = name === null
      ? client.DELETE("/api/desk/views/{view_id}", at)
      : client.PATCH("/api/desk/views/{view_id}", { ...at, body: { name } });
    return (await unwrap(call)).views;
  },
  onSettled: (_data, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: VIEWS }),
});

/** The address of the list as CSV. */
export function exportAddress(filters: ListFilters): `/api/${string}` {
  const given = Object.entries(filters).filter(([, value]) => value);
  return `/api/desk/applications.csv?${new URLSearchParams(given as [string, string][]).toString()}`;
}
