/**
 * The table of all pages, of candidates and of employers. Links, guards, titles, prefetching and prerendering are derived from it or
 * checked against it: a page that is missing in one of them does not compile. Those of employers are in a file of their own, which
 * candidates do not load.
 */

/**
 * Who may see a page. `public` is for everyone. `public-only` is for visitors: signed-in users are redirected to the page
 * where they continue. A step opens for everyone who has reached it, and stays open after it.
 */
export type Access = "public" | "public-only" | "signed-in" | "complete-profile" | { step: 1 | 2 | 3 | 4 | 5 };

/** The bar above a page: navigation, or the product with the four stages and a link back where there are any, or none. */
export type Chrome<Path extends string = CandidatePath> = { kind: "nav" } | { kind: "stage"; stage?: 1 | 2 | 3 | 4; back?: Path } | { kind: "none" };

export interface CandidateRoute<Path extends string = CandidatePath> {
  access: Access;
  /** Opens for an account without a password, too; all other pages redirect it to set one first. */
  withoutPassword?: true;
  /** The navigation by default. */
  chrome?: Chrome<Path>;
  /** What the build draws into the page's HTML: the page itself, which React takes over, or a shell that it replaces. */
  drawn?: "page" | "shell";
  /** The page that usually follows: its files are prefetched. */
  next?: Path;
}

const NONE = { kind: "none" } as const;
/** A page of ours that another one frames stands under the header of that one. */
const BRAND = globalThis.parent === globalThis.self ? ({ kind: "stage" } as const) : NONE;

const CANDIDATES = {
  "/": { access: "public-only" },
  "/signup": { access: "public-only", chrome: { kind: "stage", stage: 1, back: "/" }, drawn: "page", next: "/job-search" },
  "/sign-up": { access: "public-only", chrome: NONE },
  "/login": { access: "public-only" },
  "/continue": { access: "public" },
  "/set-password": { access: "public-only", withoutPassword: true },
  "/get-started": { access: "signed-in" },
  "/job-search": { access: { step: 1 }, chrome: { kind: "stage", stage: 2, back: "/get-started" }, drawn: "page", next: "/quick-questions" },
  "/quick-questions": { access: { step: 2 }, chrome: { kind: "stage", stage: 3, back: "/job-search" }, drawn: "shell", next: "/matching" },
  "/matching": { access: { step: 3 }, chrome: { kind: "stage", stage: 4, back: "/quick-questions" }, next: "/video-interview-prep" },
  "/matches": { access: { step: 3 } },
  "/video-interview-prep": {
    access: { step: 3 },
    withoutPassword: true,
    chrome: { kind: "stage", stage: 4, back: "/matching" },
    drawn: "shell",
    next: "/live-interview",
  },
  "/live-interview": { access: { step: 3 }, withoutPassword: true, chrome: NONE },
  "/interview-complete": { access: "signed-in", withoutPassword: true },
  "/schedule": { access: { step: 3 }, chrome: { kind: "stage", stage: 4, back: "/matching" } },
  "/confirmation": { access: "signed-in" },
  "/book": { access: "public", chrome: BRAND },
  "/your-booking": { access: "public" },
  "/coach": { access: "public", chrome: BRAND },
  "/watch": { access: "public", chrome: BRAND },
  "/assessment": { access: "public", next: "/live-interview" },
  "/unsubscribe": { access: "public" },
  "/undo": { access: "public" },
  "/offline": { access: "public" },
  "/dashboard": { access: "signed-in", withoutPassword: true },
  "/interviews": { access: "signed-in", withoutPassword: true },
  "/applications": { access: "signed-in" },
  "/application": { access: "signed-in" },
  "/schedule-video-interview": { access: "signed-in", withoutPassword: true },
  "/profile": { access: "signed-in" },
  "/your-data": { access: "signed-in" },
  "/operations": { access: "signed-in" },
  "/minimal-test": { access: "signed-in" },
} as const satisfies Record<string, CandidateRoute<string>>;

export type CandidatePath = keyof typeof CANDIDATES;

/** The pages whose HTML has a shell. */
export type ShellPath = { [Path in CandidatePath]: (typeof CANDIDATES)[Path] extends { drawn: "shell" } ? Path : never }[CandidatePath];

/** The candidates' pages. */
export const CANDIDATE_ROUTES: Record<CandidatePath, CandidateRoute> = CANDIDATES;

/** What pages read from their query; a page without an entry reads nothing. An empty value stands for a switch. */
export interface Queries {
  "/desk/jobs": { search?: string; location?: string; state?: string; fill?: string };
  "/desk/jobs/new": { copy?: string };
  "/signup": { apply?: string };
  "/login": { next?: string };
  "/continue": { key: string; next: string };
  "/set-password": { reset?: ""; forgot?: ""; next?: string };
  "/matches": { apply?: string; show?: string; sort?: string; pay?: string; miles?: string; hours?: string; times?: string; kind?: string };
  "/video-interview-prep": { interview?: string };
  "/live-interview": { interview?: string };
  "/schedule": { slot?: string };
  "/book": { name?: string; email?: string; phone_number?: string; redirect_url?: string; slot?: string };
  "/your-booking": { key: string };
  "/coach": { key: string };
  "/watch": { key: string; role?: string };
  "/assessment": { key: string };
  "/unsubscribe": { key: string; kind?: string };
  "/undo": { key: string };
  "/interviews": { mode?: "schedule" };
  "/application": { id: string; time?: string };
  "/desk/applications": {
    view?: string;
    job?: string;
    location?: string;
    stage?: string;
    member?: string;
    search?: string;
    sort?: string;
    after?: string;
    before?: string;
    on?: string;
    row?: string;
    selected?: string;
    except?: string;
    decide?: string;
  };
  "/desk/applications/:id": { play?: ""; decide?: string; from?: string; key?: string };
  "/desk/jobs/claim": { key: string };
  "/desk/messages": { application?: string };
  "/desk/team": { invite?: ""; place?: "" };
  "/desk/connections": { key: string };
  "/desk/sign-in": { next?: string; key?: string; allow?: string; employer?: string; problem?: string };
  "/desk/start": { key?: string };
  "/desk/invitation": { key: string };
  "/desk/shared": { key: string };
}
