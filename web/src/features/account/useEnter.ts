import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { signIn } from "#/session/signIn.ts";
import type { User } from "#/api/types.ts";

/** Signs in and navigates in one update, so the guard never sees one without the other. */
export function useEnter(): (user: User, path: string) => void {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  return (user, path) => {
    signIn(cache, user);
    navigate(path, { replace: true });
  };
}
