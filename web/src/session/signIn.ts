/** Ways to sign in. The calls return the user; `signIn` then makes it this browser's user. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import type { Credentials, NewPassword, Registration, User } from "#/api/types.ts";
import { dropDraftsOfOthers } from "#/platform/drafts.ts";
import { chooseLanguage, hasChosenLanguage, pageLanguage } from "#/platform/language.ts";
import { removeItem } from "#/platform/storage.ts";
import { endedQuery, enterAs, keepLanguage } from "./user.ts";

export const register = mutationOptions({
  mutationFn: async (body: Registration) => (await unwrap(client.POST("/api/auth/register", { body }))).user,
});

export const logIn = mutationOptions({
  mutationFn: async (body: Credentials) => (await unwrap(client.POST("/api/auth/login", { body }))).user,
});

export const setPassword = mutationOptions({
  mutationFn: async (body: NewPassword) => (await unwrap(client.POST("/api/auth/set-password", { body }))).user,
});

/** The person whose session a handover key opens. */
export const handoverQuery = (key: string) =>
  queryOptions({
    queryKey: ["session", "handover", key],
    queryFn: () => unwrap(client.GET("/api/auth/handover/{key}", { params: { path: { key } } })),
  });

export const takeOver = mutationOptions({
  mutationFn: async (key: string) => (await unwrap(client.POST("/api/auth/handover/{key}", { params: { path: { key } } }))).user,
});

/** Makes `user` the signed-in user. Drops what was loaded before, and the drafts of other users. */
export function signIn(cache: QueryClient, user: User): void {
  cache.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== "session" });
  dropDraftsOfOthers("user", user.uuid);
  removeItem("tempEmail");
  cache.setQueryData(endedQuery.queryKey, false);
  enterAs(cache, user);
  followLanguage(user);
}

/** If no language was chosen in this browser: Spanish if the browser or the account asks for it. */
function followLanguage({ language }: User): void {
  const current = pageLanguage();
  if (language === current || hasChosenLanguage()) return;
  if (language === "es") chooseLanguage(language);
  else void keepLanguage(current);
}

/** The page to open after signing in. */
export async function redirectDestination(): Promise<string> {
  return (await unwrap(client.GET("/api/user/redirect-destination"))).redirectUrl;
}
