import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { live } from "./live.ts";
import type { components, operations } from "./schema.gen.d.ts";

type Schemas = components["schemas"];

export type Listed = Schemas["ListedReply"];
export type ListPage = Schemas["DeskListReply"];
export type ListCounts = Schemas["ViewCountsReply"];
export type ListChoices = Schemas["ListChoicesReply"];
export type ListPlace = Schemas["ListPlaceReply"];
export type SavedView = Schemas["SavedViewReply"];
export type ListFilters = Omit<
  NonNullable<operations["list_applications_api_desk_applications_get"]["parameters"]["query"]>,
  "after" | "before" | "on" | "size"
>;
/** Where a page starts: after or before the row of a key, or the page that it is on. */
export type ListStart = { after: string } | { before: string } | { on: string };
export type ListView = NonNullable<ListFilters["view"]>;
export type ApplicationStage = Listed["stage"];

const LIST = ["desk", "list"] as const;

/** A page of applications, null for the first one, which brings the counts. */
export const deskListQuery = (filters: ListFilters, start: ListStart | null) =>
  queryOptions({
    queryKey: [...LIST, filters, start],
    queryFn: ({ signal }) => loadPage(filters, start, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

function loadPage(filters: ListFilters, start: ListStart | null, signal: AbortSignal, size?: number) {
  return unwrap(client.GET("/api/desk/applications", { params: { query: { ...filters, ...start, ...(size && { size }) } }, signal }));
}

/** Applications in one request, and in all that can be selected together, see the server. */
const MAX_ROWS = 500;
export const MAX_IN_ALL = 1000;

/** The rows of these applications: as they were listed, the others from the server. */
export const selectedRowsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ["desk", "selected", ids],
    queryFn: async ({ client: cache, signal }) => {
      const known = new Map(cache.getQueriesData<ListPage>({ queryKey: LIST }).flatMap(([, page]) => (page?.rows ?? []).map((row) => [row.id, row] as const)));
      const others = ids.filter((id) => !known.has(id));
      if (others.length > 0) {
        const { rows } = await unwrap(client.POST("/api/desk/applications/selected", { body: { ids: others }, signal }));
        for (const row of rows) known.set(row.id, row);
      }
      return ids.flatMap((id) => known.get(id) ?? []);
    },
    placeholderData: keepPreviousData,
  });

/** All applications that match, up to the most that can be selected together. */
export const allRowsQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ["desk", "all", filters],
    queryFn: async ({ signal }) => {
      const rows: Listed[] = [];
      for (let start: ListStart | null = null; rows.length < MAX_IN_ALL;) {
        const page: ListPage = await loadPage(filters, start, signal, MAX_ROWS);
        rows.push(...page.rows);
        if (!page.nextKey) break;
        start = { after: page.nextKey };
      }
      return rows;
    },
  });

/** Where an application is in a list, and who is before and after it. `key`: that of its row when it was listed. */
export const placeQuery = (id: string, filters: ListFilters, key: string | undefined) =>
  queryOptions({
    queryKey: ["desk", "place", id, filters, key],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/desk/applications/{application_id}/place", {
          params: { path: { application_id: id }, query: { ...filters, ...(key && { key }) } },
          signal,
        }),
      ),
    staleTime: 0,
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
    const call = name === null ? client.DELETE("/api/desk/views/{view_id}", at) : client.PATCH("/api/desk/views/{view_id}", { ...at, body: { name } });
    return (await unwrap(call)).views;
  },
  onSettled: (_data, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: VIEWS }),
});

/** The address of the list as CSV. */
export function exportAddress(filters: ListFilters): `/api/${string}` {
  const given = Object.entries(filters).filter(([, value]) => value);
  return `/api/desk/applications.csv?${new URLSearchParams(given as [string, string][]).toString()}`;
}
