import { queryOptions } from "@tanstack/react-query";
import type { JobArt } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import list from "../../../dayshift/knowledge/occupations/categories.json";

export type Category = { id: string; art: JobArt; name: string; titles: string[] };

type Stored = Category & { es: { name: string; titles: string[] } };

/** The seven kinds of work shown first, with six job titles each, in the page's language. */
export function categories(): Category[] {
  return inPageLanguage(list as Stored[]);
}

/** More kinds of work, loaded on demand. */
export const moreCategoriesQuery = queryOptions({
  queryKey: ["moreCategories"],
  queryFn: async () => inPageLanguage((await import("../../../dayshift/knowledge/occupations/more_categories.json")).default as Stored[]),
  staleTime: Infinity,
});

function inPageLanguage(stored: Stored[]): Category[] {
  return m.ui_locale().startsWith("es") ? stored.map(({ id, art, es }) => ({ id, art, ...es })) : stored;
}
