import { homeOf, landingOf } from "#/session/steps.ts";
import type { User } from "#/api/types.ts";
import { type Access, findRoute, ROUTES, type Route } from "./routes.ts";

export type Decision = "stay" | { go: string };

/** Whether this person may see `path`, or where they go instead. Where nobody is signed in, `user` is null. */
export function decide(user: User | null, path: string, routes: readonly Route[] = ROUTES): Decision {
  const route = findRoute(path, routes);
  if (route?.access === "public") return "stay";
  if (user && !user.hasPassword && !opensWithoutPassword(path)) return { go: "/set-password" };
  if (!route) return "stay";
  return user ? decideFor(user, route.access) : decideForVisitor(route.access);
}

/** Every access but that of pages which are open to all. */
type Closed = Exclude<Access, "public">;

/** An account from before passwords may see its dashboard and interviews; all else waits for a password. */
function opensWithoutPassword(path: string): boolean {
  return path === "/set-password" || path === "/dashboard" || path.includes("interview");
}

function decideForVisitor(access: Closed): Decision {
  return access === "public-only" ? "stay" : { go: "/login" };
}

function decideFor(user: User, access: Closed): Decision {
  switch (access) {
    case "public-only":
      // The one such page that opens without a password is the page that sets it.
      return user.hasPassword ? { go: landingOf(user) } : "stay";
    case "signed-in":
      return "stay";
    case "complete-profile":
      return user.profileCompleted ? "stay" : { go: "/get-started" };
    default:
      return user.flowCompleted || user.currentStep >= access.step ? "stay" : { go: homeOf(user) };
  }
}
