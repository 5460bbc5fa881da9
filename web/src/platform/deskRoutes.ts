/** The employers' part of the route table. */

/** Who may open a page of the desk: everybody, or members with this role and the roles above it. */
export type DeskAccess = "public" | "reviewer" | "manager" | "owner";

export interface DeskRoute {
  access: DeskAccess;
  /** Whether the navigation links to this page. */
  listed?: true;
}

/** In the order of the navigation. ":id" stands for one part of the path. */
const DESK = {
  "/desk": { access: "reviewer", listed: true },
  "/desk/applications": { access: "reviewer", listed: true },
  "/desk/applications/:id": { access: "reviewer" },
  "/desk/jobs": { access: "manager", listed: true },
  "/desk/jobs/new": { access: "manager" },
  "/desk/jobs/claim": { access: "manager" },
  "/desk/jobs/:id": { access: "manager" },
  "/desk/messages": { access: "manager", listed: true },
  "/desk/calendar": { access: "manager", listed: true },
  "/desk/team": { access: "manager", listed: true },
  "/desk/templates": { access: "manager" },
  "/desk/fairness": { access: "owner", listed: true },
  "/desk/connections": { access: "owner", listed: true },
  "/desk/account": { access: "reviewer" },
  "/desk/sign-in": { access: "public" },
  "/desk/start": { access: "public" },
  "/desk/invitation": { access: "public" },
  "/desk/shared": { access: "public" },
} as const satisfies Record<string, DeskRoute>;

export type DeskPath = keyof typeof DESK;

/** The employers' pages, in the order of the navigation. */
export const DESK_ROUTES: Record<DeskPath, DeskRoute> = DESK;
