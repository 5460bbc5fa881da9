/** The signed-in user: loaded from the server, remembered by this browser, read by every screen. */

import { mutationOptions, type QueryClient, queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import { ApiError } from "#/api/errors.ts";
import { actAs } from "#/api/identity.ts";
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

/**
 * What the server said when the session ended other than by signing out here: the body of a 401, or true if it ended in
 * another tab. False while it has not.
 */
export const endedQuery = queryOptions({ queryKey: ["session", "ended"], queryFn: skipToken, initialData: false as string | boolean });

/** Whether this tab stopped because somebody else signed in in this browser. Until the page is loaded again. */
export const otherQuery = queryOptions({ queryKey: ["session", "other"], queryFn: skipToken, initialData: false });

/** The first name of the person who is signed in now, after this tab stopped. */
export const nowSignedInQuery = queryOptions({
  queryKey: ["session", "now"],
  queryFn: async () => (await unwrap(client.GET("/api/auth/me"))).user.firstName,
});

/** Caches that keep their user on screen after the session has ended: see `holdSession`. */
export const heldCaches = new WeakSet<QueryClient>();

async function readSession({ client: cache, signal }: { client: QueryClient; signal: AbortSignal }): Promise<User | null> {
  const current = () => cache.getQueryData<User | null>(["session"]) ?? null;
  const isHeld = heldCaches.has(cache);
  if (!readItem("authToken")) return isHeld ? current() : null;
  try {
    const { user } = await unwrap(client.GET("/api/auth/me"));
    // Signed out in the meantime.
    if (signal.aborted) return null;
    remember(user);
    return user;
  } catch (error) {
    // Only a 401 ends the session. After a lost network, a server error or a request aborted by a reload, the person
    // stays signed in.
    if (!(error instanceof ApiError && error.status === 401)) return current() ?? lastSeenUser();
    const isOther = error.code === "signed_in_as_other" && !isHeld;
    cache.setQueryData<string | boolean>((isOther ? otherQuery : endedQuery).queryKey, isOther || error.body);
    if (isHeld) return current();
    forgetUser(current());
    return null;
  }
}

export type Session = { state: "loading" } | { state: "signed-out" } | { state: "signed-in"; user: User };

export function useSession(): Session {
  const { data: user } = useQuery(sessionQuery);
  if (user === undefined) return { state: "loading" };
  return user ? { state: "signed-in", user } : { state: "signed-out" };
}

/** Whether this tab stopped because somebody else signed in in this browser. */
export function useOtherSignedIn(): boolean {
  return useQuery(otherQuery).data ?? false;
}

export function useSessionEnded(): string | boolean {
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

/** Makes `user` the signed-in user, in the cache and in this browser. */
export function enterAs(cache: QueryClient, user: User): void {
  remember(user);
  cache.setQueryData(sessionQuery.queryKey, user);
}

/** Stores the new record of the signed-in user. Ignored if it arrives after they have signed out. */
export function setUser(cache: QueryClient, user: User): void {
  if (cache.getQueryData(sessionQuery.queryKey)?.id === user.id) enterAs(cache, user);
}

/** Takes over who is signed in, and how the last session ended. */
export function copySession(from: QueryClient, to: QueryClient): void {
  for (const { queryKey } of [sessionQuery, endedQuery, otherQuery]) to.setQueryData(queryKey, from.getQueryData(queryKey));
}

/** Who is signed in: an id, null for nobody, undefined while it is loading. */
export function personOf(cache: QueryClient): string | null | undefined {
  const user = cache.getQueryData(sessionQuery.queryKey);
  return user ? user.id : user;
}

function remember(user: User): void {
  actAs("candidate", user.id);
  writeItem("authToken", user.uuid);
  writeItem("userUuid", user.uuid);
  writeItem("currentUserId", user.id);
  writeItem("user", JSON.stringify(user));
}

/** Removes `user` from this browser, unless somebody else has signed in in another tab since. */
export function forgetUser(user: User | null): void {
  actAs("candidate", null);
  const stored = readItem("authToken");
  if (user && stored !== null && stored !== user.uuid) return;
  for (const key of ["authToken", "userUuid", "currentUserId", "user", "tempEmail"] as const) removeItem(key);
}

/** The user that the server returned last, or null. A damaged record is removed: the person signs in again. */
function lastSeenUser(): User | null {
  const user = readItem("authToken") ? parseUser(readItem("user")) : null;
  if (user === null) forgetUser(null);
  else actAs("candidate", user.id);
  return user;
}

function parseUser(record: string | null): User | null {
  try {
    const user = JSON.parse(record ?? "null") as Partial<User> | null;
    return typeof user?.id === "string" && typeof user.uuid === "string" ? (user as User) : null;
  } catch {
    return null;
  }
}
