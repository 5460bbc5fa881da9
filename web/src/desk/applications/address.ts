/** The address of the list: filters, page, row and selection, so that Back, a reload and a sent link show the same. */

import type { ListFilters, ListStart, ListView } from "#/api/deskList.queries.ts";
import { type AppPath, type PageQuery, pathTo } from "#/platform/paths.ts";
import { filtersText, readFilters, writeFilters } from "./filters.ts";

export interface ListAddress {
  filters: ListFilters & { view: ListView };
  /** Null: the first page. */
  start: ListStart | null;
  /** The row that was opened last. */
  row: string | null;
  selection: Selection;
}

/** Which applications are selected: these, or all that match except these. */
export interface Selection {
  all: boolean;
  ids: readonly string[];
}

export const NOBODY: Selection = { all: false, ids: [] };

const SEPARATOR = ".";

export function readAddress(query: PageQuery<"/desk/applications">): ListAddress {
  const all = query.selected === "all";
  return {
    filters: readFilters(query),
    start: readStart(query),
    row: query.row ?? null,
    selection: { all, ids: readIds(all ? query.except : query.selected) },
  };
}

/** `decide`: the open sheet for the selected people. */
export function addressOf({ filters, start, row, selection: { all, ids } }: ListAddress, decide?: string): AppPath {
  const listed = ids.length > 0 ? ids.join(SEPARATOR) : undefined;
  return pathTo("/desk/applications", {
    ...writeFilters(filters),
    ...start,
    row: row ?? undefined,
    selected: all ? "all" : listed,
    except: all ? listed : undefined,
    decide,
  });
}

/** The page of a person that goes on through this list. `key`: that of the row. */
export function personPath(id: string, filters: ListFilters, key: string): AppPath {
  return pathTo<"/desk/applications/:id">(`/desk/applications/${id}`, { from: filtersText(filters), key });
}

/** The list at the page of a person, with their row. */
export function listPath(filters: ListAddress["filters"], key: string | undefined, row: string): AppPath {
  return addressOf({ filters, start: key ? { on: key } : null, row, selection: NOBODY });
}

function readStart({ after, before, on }: PageQuery<"/desk/applications">): ListStart | null {
  return after ? { after } : before ? { before } : on ? { on } : null;
}

function readIds(text: string | undefined): string[] {
  return text ? text.split(SEPARATOR).filter((id) => /^[0-9a-f-]{1,36}$/.test(id)) : [];
}
