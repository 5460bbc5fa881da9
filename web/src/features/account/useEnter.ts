import { useQueryClient } from "@tanstack/react-query";
import { signIn } from "#/session/signIn.ts";
import type { User } from "#/api/types.ts";
import { leaveTo } from "#/platform/page.ts";
import { type Onward, useNavigate } from "#/platform/paths.ts";

/** Signs in and navigates in one update, so the guard never sees one without the other. */
export function useEnter(): (user: User, to: Onward) => void {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return (user, to) => {
    if (typeof to !== "string") leaveTo(to.served);
    signIn(cache, user);
    if (typeof to === "string") navigate(to, { replace: true });
  };
}
