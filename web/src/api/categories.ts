import { pageLanguage } from "#/platform/language.ts";
import list from "../../../dayshift/occupations/categories.json";

export type Category = { id: string; name: string; titles: string[] };

/** The kinds of work, with six job titles each, in the page's language. Must match the server's list. */
export function categories(): Category[] {
  return pageLanguage() === "es" ? list.map(({ id, es }) => ({ id, ...es })) : list;
}
