import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import type { DeskMember } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import type { DeskPath } from "#/platform/paths.ts";

/** Who may open a page: everybody, or members with this role and the roles above it. */
export type DeskAccess = "public" | DeskMember["role"];

export interface DeskRoute {
  /** May end in ":id", which the page receives. */
  path: DeskPath;
  access: DeskAccess;
  /** Called at render because the language is not known before. */
  title: () => string;
  /** Whether the navigation links to this page. */
  listed?: true;
  page: LazyExoticComponent<ComponentType<DeskPageProps>>;
}

/** What the desk passes to every page. */
export interface DeskPageProps {
  /** The last part of a path that ends in ":id"; "" for the others. */
  id: string;
}

/** The pages of the desk, in the order of the navigation. */
export const DESK_ROUTES: readonly DeskRoute[] = [
  {
    path: "/desk",
    access: "reviewer",
    title: m.desk_nav_today,
    listed: true,
    page: lazy(() => import("./person/reviewPages.ts").then(({ reviewPages }) => ({ default: reviewPages.today }))),
  },
  {
    path: "/desk/applications",
    access: "reviewer",
    title: m.desk_nav_applications,
    listed: true,
    page: lazy(() => import("./applications/ApplicationsPage.tsx")),
  },
  {
    path: "/desk/applications/:id",
    access: "reviewer",
    title: m.desk_nav_person,
    page: lazy(() => import("./person/reviewPages.ts").then(({ reviewPages }) => ({ default: reviewPages.person }))),
  },
  {
    path: "/desk/jobs",
    access: "manager",
    title: m.desk_nav_jobs,
    listed: true,
    page: lazy(() => import("./jobs/JobsPage.tsx")),
  },
  {
    path: "/desk/jobs/new",
    access: "manager",
    title: m.desk_post_heading,
    page: lazy(() => import("./jobs/JobPage.tsx")),
  },
  {
    path: "/desk/jobs/claim",
    access: "manager",
    title: m.desk_claim_title,
    page: lazy(() => import("./jobs/ClaimPage.tsx")),
  },
  {
    path: "/desk/jobs/:id",
    access: "manager",
    title: m.desk_post_edit,
    page: lazy(() => import("./jobs/JobPage.tsx")),
  },
  {
    path: "/desk/messages",
    access: "manager",
    title: m.desk_nav_messages,
    listed: true,
    page: lazy(() => import("./messages/MessagesPage.tsx")),
  },
  {
    path: "/desk/calendar",
    access: "manager",
    title: m.desk_nav_calendar,
    listed: true,
    page: lazy(() => import("./calendar/CalendarPage.tsx")),
  },
  {
    path: "/desk/team",
    access: "manager",
    title: m.desk_nav_team,
    listed: true,
    page: lazy(() => import("./team/TeamPage.tsx")),
  },
  {
    path: "/desk/fairness",
    access: "owner",
    title: m.desk_nav_fairness,
    listed: true,
    page: lazy(() => import("./fairness/FairnessPage.tsx")),
  },
  {
    path: "/desk/connections",
    access: "owner",
    title: m.desk_nav_connections,
    listed: true,
    page: lazy(() => import("./connections/ConnectionsPage.tsx")),
  },
  {
    path: "/desk/account",
    access: "reviewer",
    title: m.desk_nav_account,
    page: lazy(() => import("./account/AccountPage.tsx")),
  },
  {
    path: "/desk/sign-in",
    access: "public",
    title: m.desk_nav_sign_in,
    page: lazy(() => import("./signIn/SignInPage.tsx")),
  },
  {
    path: "/desk/invitation",
    access: "public",
    title: m.desk_nav_invitation,
    page: lazy(() => import("./signIn/InvitationPage.tsx")),
  },
  {
    path: "/desk/shared",
    access: "public",
    title: m.desk_nav_shared,
    page: lazy(() => import("./person/reviewPages.ts").then(({ reviewPages }) => ({ default: reviewPages.shared }))),
  },
];

export type FoundRoute = { route: DeskRoute; id: string };

/** Returns the page at `path`, and the id in it. Not by wouter's own routes, which would weigh on every candidate's page. */
export function findDeskRoute(path: string): FoundRoute | undefined {
  const exact = DESK_ROUTES.find((route) => route.path === path);
  if (exact) return { route: exact, id: "" };
  const [, parent = "", id = ""] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  const route = DESK_ROUTES.find((one) => one.path === `${parent}/:id`);
  const decoded = decodedPart(id);
  return route && decoded !== null ? { route, id: decoded } : undefined;
}

/** Returns null for a part that no page has: "%E0%A4" is no text. */
function decodedPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const RANK = { reviewer: 0, manager: 1, owner: 2 } as const;

/** Whether a member with this role may open a page. */
export function opensFor(role: DeskMember["role"], access: DeskAccess): boolean {
  return access === "public" || RANK[role] >= RANK[access];
}
