import { homeOf, landingOf } from "#/session/steps.ts";
import type { User } from "#/api/types.ts";
import type { AppPath } from "#/platform/paths.ts";
import { type Access, CANDIDATE_ROUTES, type CandidateRoute } from "#/platform/routes.ts";

export type Decision = "stay" | { go: AppPath };

/** Whether this person may see `path`, or where to redirect them. `user` is null for a visitor. */
export function decide(user: User | null, path: string, routes: Partial<Record<string, CandidateRoute>> = CANDIDATE_ROUTES): Decision {
  const route = routes[path];
  if (route?.access === "public") return "stay";
  if (user && !user.hasPassword && !route?.withoutPassword) return { go: "/set-password" };
  if (!route) return "stay";
  return user ? decideFor(user, route.access) : decideForVisitor(route.access);
}

/** Every access except `public`. */
type Closed = Exclude<Access, "public">;

function decideForVisitor(access: Closed): Decision {
  return access === "public-only" ? "stay" : { go: "/login" };
}

function decideFor(user: User, access: Closed): Decision {
  switch (access) {
    case "public-only":
      // Without a password, only the page that sets one gets here.
      return user.hasPassword ? { go: landingOf(user) } : "stay";
    case "signed-in":
      return "stay";
    case "complete-profile":
      return user.profileCompleted ? "stay" : { go: "/get-started" };
    default:
      return user.flowCompleted || user.currentStep >= access.step ? "stay" : { go: homeOf(user) };
  }
}
