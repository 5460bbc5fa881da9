/** The signed-in user: loaded from the server, remembered by this browser, read by every screen. */

import { mutationOptions, type QueryClient, queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import { ApiError } from "#/api/errors.ts";
import type { Profile, User } from "#/api/types.ts";
import type { Language } from "#/platform/language.ts";
import { readItem, removeItem, writeItem } from "#/platform/storage.ts";
import { withProof } from "./proof.ts";

/**
 * The signed-in user, or null. Asks the server only if this browser remembers a user, and again when the network
 * returns.
 */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: readSession,
  initialData: () => (readItem("authToken") ? undefined : null),
  refetchOnReconnect: "always",
});

/** Whether the session ended other than by signing out here: in another tab or device, or because it expired. */
export const endedQuery = queryOptions({ queryKey: ["session", "ended"], queryFn: skipToken, initialData: false });

/** Caches that keep their user on screen after the session has ended: see `holdSession`. */
export const heldCaches = new WeakSet<QueryClient>();

async function readSession({ client: cache }: { client: QueryClient }): Promise<User | null> {
  const current = () => cache.getQueryData<User | null>(["session"]) ?? null;
  if (!readItem("authToken")) return heldCaches.has(cache) ? current() : null;
  try {
    const { user } = await unwrap(client.GET("/api/auth/me"));
    remember(user);
    return user;
  } catch (error) {
    // Only a 401 ends the session. After a lost network, a server error or a request aborted by a reload, the person
    // stays signed in.
    if (!(error instanceof ApiError && error.status === 401)) return lastSeenUser();
    cache.setQueryData(endedQuery.queryKey, true);
    if (heldCaches.has(cache)) return current();
    forgetUser();
    return null;
  }
}

export type Session = { state: "loading" } | { state: "signed-out" } | { state: "signed-in"; user: User };

export function useSession(): Session {
  const { data: user } = useQuery(sessionQuery);
  if (user === undefined) return { state: "loading" };
  return user ? { state: "signed-in", user } : { state: "signed-out" };
}

export function useSessionEnded(): boolean {
  return useQuery(endedQuery).data ?? false;
}

/** Thrown when a screen that needs a signed-in user renders without one. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/** The signed-in user, for screens that the guard opens only to signed-in users. Throws {@link SignedOut}. */
export function useUser(): User {
  const session = useSession();
  if (session.state !== "signed-in") throw new SignedOut("User not found");
  return session.user;
}

const PROFILE_FRESH_MS = 5 * 60_000;

/**
 * Fetches the user again if the last fetch is more than five minutes old, and stores the result as the session's user.
 * Screens read the session's user, and this query only for its state.
 */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ client: cache }) => {
    const { user } = await unwrap(client.GET("/api/user/profile"));
    setUser(cache, user);
    return user;
  },
  staleTime: PROFILE_FRESH_MS,
});

export const updateProfile = mutationOptions({
  mutationFn: async (body: Profile) => (await withProof(() => unwrap(client.PATCH("/api/auth/profile", { body })))).user,
  onSuccess: (user, _body, _before, { client: cache }) => setUser(cache, user),
});

/** Stores the language for the account. If the server cannot be reached, only this browser remembers it. */
export async function keepLanguage(language: Language): Promise<void> {
  await unwrap(client.PUT("/api/auth/language", { body: { language } })).catch(() => undefined);
}

/** Stores `user` as the signed-in user, in the cache and in this browser. */
export function setUser(cache: QueryClient, user: User): void {
  remember(user);
  cache.setQueryData(sessionQuery.queryKey, user);
}

function remember(user: User): void {
  writeItem("authToken", user.uuid);
  writeItem("userUuid", user.uuid);
  writeItem("currentUserId", user.id);
  writeItem("user", JSON.stringify(user));
}

export function forgetUser(): void {
  for (const key of ["authToken", "userUuid", "currentUserId", "user", "tempEmail"] as const) removeItem(key);
}

function lastSeenUser(): User | null {
  const record = readItem("user");
  return record && readItem("authToken") ? (JSON.parse(record) as User) : null;
}
