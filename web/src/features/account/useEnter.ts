import { useQueryClient } from "@tanstack/react-query";
import { signIn } from "#/session/signIn.ts";
import type { User } from "#/api/types.ts";
import { type AppPath, useNavigate } from "#/platform/paths.ts";

/** Signs in and navigates in one update, so the guard never sees one without the other. */
export function useEnter(): (user: User, path: AppPath) => void {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return (user, path) => {
    signIn(cache, user);
    navigate(path, { replace: true });
  };
}
