/** Addresses of the pages in the route table: how links and code name them, and what they read from their query. */

// eslint-disable-next-line no-restricted-imports
import { useLocation, useSearch } from "wouter";
import { sameOriginPath } from "./page.ts";
import type { DeskPath } from "./deskRoutes.ts";
import { CANDIDATE_ROUTES, type CandidatePath, type Queries } from "./routes.ts";

type WithQuery = keyof Queries & (CandidatePath | DeskPath);

/** The address of a page, with its id where it has one. */
type Filled<Path extends string> = Path extends `${infer Parent}/:id` ? `${Parent}/${string}` : Path;

declare const checked: unique symbol;

/** A page of the app. One with a query comes from {@link pathTo} or {@link pageAt}. */
export type AppPath = Filled<CandidatePath | DeskPath> | (`/${string}` & { [checked]: true });

/** The address of the page at `path` with a query. An undefined value is left out. */
export function pathTo<Path extends WithQuery>(path: Filled<Path>, query: { [Name in keyof Queries[Path]]: Queries[Path][Name] | undefined }): AppPath {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return withSearch(path, new URLSearchParams(given).toString());
}

/** The address of the page at `path` with the query `search`, which has no "?". */
function withSearch(path: string, search: string): AppPath {
  return `${path}${search && `?${search}`}` as AppPath;
}

type GoTo = (to: AppPath, options?: { replace?: boolean; state?: unknown }) => void;

/** Returns a function that opens a page of the app. */
export function useNavigate(): GoTo {
  const [, navigate] = useLocation();
  return navigate;
}

/** The path of the current page: any address, without its query. */
export function usePath(): string {
  return useLocation()[0];
}

/** What somebody may have written into the query of the page at `Path`. */
export type PageQuery<Path extends WithQuery> = Partial<Record<keyof Queries[Path], string>>;

/** Reads the query of the current page, the one at `path`. What the address lacks is undefined. */
export function usePageQuery<Path extends WithQuery>(_path: Path): PageQuery<Path> {
  return Object.fromEntries(new URLSearchParams(useSearch())) as PageQuery<Path>;
}

/** The current page with its query, to come back to. */
export function useHere(): AppPath {
  return withSearch(usePath(), useSearch());
}

/** Returns the page of the app that an address from outside leads to, with its query; else null. */
export function pageAt(address: string | null | undefined): AppPath | null {
  const path = sameOriginPath(address ?? null);
  return path !== null && isPage(path.split(/[?#]/, 1)[0] ?? "") ? (path as AppPath) : null;
}

/** Where somebody wants to go on to: a page of the app, or one that only the server has, such as a job. */
export type Onward = AppPath | { served: string };

/** Returns an address that `onwardOf` reads; undefined for null. */
export function addressOf(to: Onward | null): string | undefined {
  return typeof to === "object" ? to?.served : to;
}

/** Returns where an address from outside leads on this site; null for other sites and for what is no page. */
export function onwardOf(address: string | null | undefined): Onward | null {
  const path = sameOriginPath(address ?? null);
  if (path === null || path.startsWith("/api/")) return null;
  return pageAt(path) ?? { served: path };
}

/** Whether the app has a page at `path`, which has no query. The desk answers for all below its own. */
export function isPage(path: string): boolean {
  return path in CANDIDATE_ROUTES || /^\/desk(\/|$)/.test(path);
}
