import type { DeskMember } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { type PageCode, pageCode } from "#/platform/pageCode.ts";
import { DESK_ROUTES, type DeskAccess, type DeskPath, type DeskRoute } from "#/platform/deskRoutes.ts";

interface Screen extends PageCode<DeskPageProps> {
  /** Called at render because the language is not known before. */
  title: () => string;
}

/** What the desk passes to every page. */
export interface DeskPageProps {
  /** The last part of a path that ends in ":id"; "" for the others. */
  id: string;
}

export const DESK_SCREENS: Record<DeskPath, Screen> = {
  "/desk": { title: m.desk_nav_today, ...pageCode(() => import("./person/reviewPages.ts").then(({ reviewPages }) => ({ default: reviewPages.today }))) },
  "/desk/applications": { title: m.desk_nav_applications, ...pageCode(() => import("./applications/ApplicationsPage.tsx")) },
  "/desk/applications/:id": {
    title: m.desk_nav_person,
    ...pageCode(() => import("./person/reviewPages.ts").then(({ reviewPages }) => ({ default: reviewPages.person }))),
  },
  "/desk/jobs": { title: m.desk_nav_jobs, ...pageCode(() => import("./jobs/JobsPage.tsx")) },
  "/desk/jobs/new": { title: m.desk_post_heading, ...pageCode(() => import("./jobs/JobPage.tsx")) },
  "/desk/jobs/claim": { title: m.desk_claim_title, ...pageCode(() => import("./jobs/ClaimPage.tsx")) },
  "/desk/jobs/:id": { title: m.desk_post_edit, ...pageCode(() => import("./jobs/JobPage.tsx")) },
  "/desk/messages": { title: m.desk_nav_messages, ...pageCode(() => import("./messages/MessagesPage.tsx")) },
  "/desk/calendar": { title: m.desk_nav_calendar, ...pageCode(() => import("./calendar/CalendarPage.tsx")) },
  "/desk/team": { title: m.desk_nav_team, ...pageCode(() => import("./team/TeamPage.tsx")) },
  "/desk/templates": { title: m.desk_templates_title, ...pageCode(() => import("./templates/TemplatesPage.tsx")) },
  "/desk/fairness": { title: m.desk_nav_fairness, ...pageCode(() => import("./fairness/FairnessPage.tsx")) },
  "/desk/connections": { title: m.desk_nav_connections, ...pageCode(() => import("./connections/ConnectionsPage.tsx")) },
  "/desk/account": { title: m.desk_nav_account, ...pageCode(() => import("./account/AccountPage.tsx")) },
  "/desk/sign-in": { title: m.desk_nav_sign_in, ...pageCode(() => import("./signIn/SignInPage.tsx")) },
  "/desk/start": { title: m.desk_start_title, ...pageCode(() => import("./signIn/StartPage.tsx")) },
  "/desk/invitation": { title: m.desk_nav_invitation, ...pageCode(() => import("./signIn/InvitationPage.tsx")) },
  "/desk/shared": {
    title: m.desk_nav_shared,
    ...pageCode(() => import("./person/reviewPages.ts").then(({ reviewPages }) => ({ default: reviewPages.shared }))),
  },
};

export type FoundRoute = { route: DeskRoute & Screen; id: string };

/** Returns the page at `path`, and the id in it. Not by wouter's own routes, which would weigh on every candidate's page. */
export function findDeskRoute(path: string): FoundRoute | undefined {
  const exact = screenAt(path);
  if (exact) return { route: exact, id: "" };
  const [, parent = "", id = ""] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  const route = screenAt(`${parent}/:id`);
  const decoded = decodedPart(id);
  return route && decoded !== null ? { route, id: decoded } : undefined;
}

function screenAt(path: string): FoundRoute["route"] | undefined {
  return path in DESK_SCREENS ? { ...DESK_ROUTES[path as DeskPath], ...DESK_SCREENS[path as DeskPath] } : undefined;
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
