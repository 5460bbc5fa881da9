/** Every page of the app and what it reads from its query: the one place that links, guards and titles are checked against. */

import { useLocation, useSearch } from "wouter";
import { sameOriginPath } from "./page.ts";

/** The candidates' pages. */
export const CANDIDATE_PATHS = [
  "/",
  "/signup",
  "/sign-up",
  "/login",
  "/continue",
  "/set-password",
  "/get-started",
  "/job-search",
  "/quick-questions",
  "/matching",
  "/matches",
  "/video-interview-prep",
  "/live-interview",
  "/interview-complete",
  "/schedule",
  "/confirmation",
  "/book",
  "/your-booking",
  "/coach",
  "/watch",
  "/assessment",
  "/unsubscribe",
  "/undo",
  "/offline",
  "/dashboard",
  "/interviews",
  "/applications",
  "/application",
  "/schedule-video-interview",
  "/profile",
  "/your-data",
  "/operations",
  "/minimal-test",
] as const;

/** The employers' pages. ":id" stands for one part of the path. */
export const DESK_PATHS = [
  "/desk",
  "/desk/applications",
  "/desk/applications/:id",
  "/desk/jobs",
  "/desk/jobs/new",
  "/desk/jobs/claim",
  "/desk/jobs/:id",
  "/desk/messages",
  "/desk/calendar",
  "/desk/team",
  "/desk/fairness",
  "/desk/connections",
  "/desk/account",
  "/desk/sign-in",
  "/desk/invitation",
  "/desk/shared",
] as const;

export type CandidatePath = (typeof CANDIDATE_PATHS)[number];
export type DeskPath = (typeof DESK_PATHS)[number];

/** What pages read from their query; a page without an entry reads nothing. An empty value stands for a switch. */
interface Queries {
  "/signup": { apply?: string };
  "/login": { next?: string };
  "/continue": { key: string; next: string };
  "/set-password": { reset?: ""; forgot?: ""; next?: string };
  "/matches": { apply?: string };
  "/video-interview-prep": { interview?: string };
  "/live-interview": { interview?: string };
  "/schedule": { slot?: string };
  "/your-booking": { key: string };
  "/coach": { key: string };
  "/watch": { key: string; role?: string };
  "/assessment": { key: string };
  "/unsubscribe": { key: string; kind?: string };
  "/undo": { key: string };
  "/interviews": { mode?: "schedule" };
  "/application": { id: string };
  "/desk/applications": { view?: string; job?: string };
  "/desk/applications/:id": { play?: ""; decide?: string };
  "/desk/jobs/claim": { key: string };
  "/desk/messages": { application?: string };
  "/desk/team": { invite?: ""; place?: "" };
  "/desk/connections": { key: string };
  "/desk/sign-in": { next?: string; key?: string; allow?: string; employer?: string; problem?: string };
  "/desk/invitation": { key: string };
  "/desk/shared": { key: string };
}
type WithQuery = keyof Queries;

/** The address of a page, with its id where it has one. */
type Filled<Path extends string> = Path extends `${infer Parent}/:id` ? `${Parent}/${string}` : Path;

declare const checked: unique symbol;

/** A page of the app. One with a query comes from {@link pathTo} or {@link pageAt}. */
export type AppPath = Filled<CandidatePath | DeskPath> | (`/${string}` & { [checked]: true });

/** The address of the page at `path` with a query. An undefined value is left out. */
export function pathTo<Path extends WithQuery>(path: Filled<Path>, query: { [Name in keyof Queries[Path]]: Queries[Path][Name] | undefined }): AppPath {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${path}${given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ""}` as AppPath;
}

type GoTo = (to: AppPath, options?: { replace?: boolean; state?: unknown }) => void;

/** Returns a function that opens a page of the app. */
export function useNavigate(): GoTo {
  const [, navigate] = useLocation();
  return navigate;
}

/** Reads the query of the current page, the one at `path`. What the address lacks is undefined. */
export function usePageQuery<Path extends WithQuery>(_path: Path): Partial<Record<keyof Queries[Path], string>> {
  return Object.fromEntries(new URLSearchParams(useSearch())) as Partial<Record<keyof Queries[Path], string>>;
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

const PATTERNS = [...CANDIDATE_PATHS, ...DESK_PATHS].map((path) => new RegExp(`^${path.replace(":id", "[^/]+")}$`));

/** Whether the app has a page at `path`, which has no query. */
export function isPage(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}
