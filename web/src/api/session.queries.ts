import { mutationOptions, type QueryClient, queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { dropDrafts } from "#/platform/drafts.ts";
import { chooseLanguage, hasChosenLanguage, type Language, pageLanguage } from "#/platform/language.ts";
import { onPageSeen } from "#/platform/page.ts";
import { onItemChanged, readItem, removeItem, writeItem } from "#/platform/storage.ts";
import { client, unwrap } from "./client.ts";
import { ApiError } from "./errors.ts";
import { withProof } from "./proof.ts";
import type { Credentials, NewPassword, Profile, Registration, StepRecord, User } from "./types.ts";

/**
 * Who is signed in here: the user, or null. The server is asked only if this browser remembers somebody,
 * and again when a lost network comes back.
 */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: readSession,
  initialData: () => (readItem("authToken") ? undefined : null),
  refetchOnReconnect: "always",
});

/** Whether the session here ended without this tab's doing: elsewhere, or because the server no longer knows it. */
const endedQuery = queryOptions({ queryKey: ["session", "ended"], queryFn: skipToken, initialData: false });

/** Caches whose session is kept on the screen when it ends: see {@link holdSession}. */
const held = new WeakSet<QueryClient>();

/**
 * Keeps the person's screen when their session ends, for screens that hold work that is not sent yet and ask for the
 * password themselves; {@link useSessionEnded} tells them. The returned function ends it, and the session with it
 * unless the person has signed in again.
 */
export function holdSession(cache: QueryClient): () => void {
  held.add(cache);
  return () => {
    held.delete(cache);
    if (cache.getQueryData(endedQuery.queryKey)) close(cache);
  };
}

async function readSession({ client: cache }: { client: QueryClient }): Promise<User | null> {
  const here = () => cache.getQueryData<User | null>(["session"]) ?? null;
  if (!readItem("authToken")) return held.has(cache) ? here() : null;
  try {
    const { user } = await unwrap(client.GET("/api/auth/me"));
    remember(user);
    return user;
  } catch (error) {
    // No other failure says anything of the session: not a lost network, not a server in trouble, and not an answer
    // that a reload cut off. The person stays signed in until the server says otherwise.
    if (!(error instanceof ApiError && error.status === 401)) return lastSeenUser();
    cache.setQueryData(endedQuery.queryKey, true);
    if (held.has(cache)) return here();
    forget();
    return null;
  }
}

export type Session = { state: "loading" } | { state: "signed-out" } | { state: "signed-in"; user: User };

/** The session as screens see it. */
export function useSession(): Session {
  const { data: user } = useQuery(sessionQuery);
  if (user === undefined) return { state: "loading" };
  return user ? { state: "signed-in", user } : { state: "signed-out" };
}

/** Whether somebody was signed in here until the session ended without their doing. */
export function useSessionEnded(): boolean {
  return useQuery(endedQuery).data ?? false;
}

/** A screen is for somebody signed in, and nobody is. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/** The signed-in user, for screens that the guard opens to nobody else. Throws {@link SignedOut}. */
export function useUser(): User {
  const session = useSession();
  if (session.state !== "signed-in") throw new SignedOut("User not found");
  return session.user;
}

const PROFILE_FRESH_MS = 5 * 60_000;

/**
 * Asks for the person's record again when it was last asked for more than five minutes ago. What it brings
 * becomes the session's user: screens read that one, and ask this query only whether it is up to date.
 */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ client: cache }) => {
    const { user } = await unwrap(client.GET("/api/user/profile"));
    renew(cache, user);
    return user;
  },
  staleTime: PROFILE_FRESH_MS,
});

/** The calls that open a session answer with its user; {@link signIn} then makes it this browser's. */
export const register = mutationOptions({
  mutationFn: async (body: Registration) => (await unwrap(client.POST("/api/auth/register", { body }))).user,
});
export const logIn = mutationOptions({
  mutationFn: async (body: Credentials) => (await unwrap(client.POST("/api/auth/login", { body }))).user,
});
export const setPassword = mutationOptions({
  mutationFn: async (body: NewPassword) =>
    (await unwrap(client.POST("/api/auth/set-password", { body }))).user,
});

/** Ends the session on the server. This browser forgets the person even if the server cannot be reached. */
export const logOut = mutationOptions({
  mutationFn: () => unwrap(client.POST("/api/auth/logout")),
  onSettled: (_data, _error, _body, _before, { client: cache }) => signOut(cache),
});

export const updateProfile = mutationOptions({
  mutationFn: async (body: Profile) => (await withProof(() => unwrap(client.PATCH("/api/auth/profile", { body })))).user,
  onSuccess: (user, _body, _before, { client: cache }) => renew(cache, user),
});

/** Records the step reached. The wish and the answers are what matches are made of, so those are found anew. */
export const recordStep = mutationOptions({
  mutationFn: async (body: StepRecord) => (await unwrap(client.PATCH("/api/auth/step", { body }))).user,
  onSuccess: async (user, { step }, _before, { client: cache }) => {
    renew(cache, user);
    if (step <= 3) cache.removeQueries({ queryKey: ["matches"] });
    if (step !== 2) return;
    cache.removeQueries({ queryKey: ["wish"], type: "inactive" });
    await cache.invalidateQueries({ queryKey: ["wish"] });
  },
});

export const completeFlow = mutationOptions({
  mutationFn: async () => (await unwrap(client.POST("/api/user/complete-flow"))).user,
  onSuccess: (user, _body, _before, { client: cache }) => renew(cache, user),
});

/** Where a person goes on after signing in. */
export async function redirectDestination(): Promise<string> {
  return (await unwrap(client.GET("/api/user/redirect-destination"))).redirectUrl;
}

/** Keeps for the person's account which language they read. What the server cannot be told now, this browser remembers. */
export async function keepLanguage(language: Language): Promise<void> {
  await unwrap(client.PUT("/api/auth/language", { body: { language } })).catch(() => undefined);
}

/** Makes `user` the signed-in one. Nothing that was loaded for somebody else stays; drafts wait for their own author. */
export function signIn(cache: QueryClient, user: User): void {
  dropLoaded(cache);
  removeItem("tempEmail");
  cache.setQueryData(endedQuery.queryKey, false);
  renew(cache, user);
  followLanguage(user);
}

/** Where no language was chosen in this browser: Spanish, if either the browser or the account asks for it. */
function followLanguage({ language }: User): void {
  const here = pageLanguage();
  if (language === here || hasChosenLanguage()) return;
  if (language === "es") chooseLanguage(language);
  else void keepLanguage(here);
}

/** Forgets the person on this device, and what they have not sent: this is what they asked for. */
export function signOut(cache: QueryClient): void {
  close(cache);
  dropDrafts();
}

/** Forgets the person, whose session has ended somewhere else. Their drafts stay until they are back. */
export function endSession(cache: QueryClient): void {
  if (cache.getQueryData(sessionQuery.queryKey)) cache.setQueryData(endedQuery.queryKey, true);
  if (!held.has(cache)) close(cache);
}

function close(cache: QueryClient): void {
  forget();
  dropLoaded(cache);
  cache.setQueryData(sessionQuery.queryKey, null);
}

/**
 * Follows what happens in this browser's other tabs, which share the session: a sign-out there is one here, and
 * whoever signs in there is asked after here. A tab that slept meanwhile catches up when it is seen again.
 * Returns the end of it.
 */
export function followOtherTabs(cache: QueryClient): () => void {
  const follow = (uuid: string | null) => {
    const here = cache.getQueryData(sessionQuery.queryKey)?.uuid ?? null;
    if (uuid === here) return;
    if (uuid === null) return endSession(cache);
    dropLoaded(cache);
    void cache.resetQueries({ queryKey: sessionQuery.queryKey, exact: true });
  };
  const stopHearing = onItemChanged("authToken", follow);
  const stopWatching = onPageSeen(() => follow(readItem("authToken")));
  return () => {
    stopHearing();
    stopWatching();
  };
}

/** Makes `user` what this browser knows of the signed-in person. */
export function renew(cache: QueryClient, user: User): void {
  remember(user);
  cache.setQueryData(sessionQuery.queryKey, user);
}

function dropLoaded(cache: QueryClient): void {
  cache.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== "session" });
}

function remember(user: User): void {
  writeItem("authToken", user.uuid);
  writeItem("userUuid", user.uuid);
  writeItem("currentUserId", user.id);
  writeItem("user", JSON.stringify(user));
}

function forget(): void {
  for (const key of ["authToken", "userUuid", "currentUserId", "user", "tempEmail"] as const) removeItem(key);
}

function lastSeenUser(): User | null {
  const record = readItem("user");
  return record && readItem("authToken") ? (JSON.parse(record) as User) : null;
}

/** Makes a key with which the person goes on in another browser of this phone. */
export const handOver = mutationOptions({ mutationFn: () => withProof(() => unwrap(client.POST("/api/auth/handover"))) });

/** Whose session such a key opens. */
export const handoverQuery = (key: string) =>
  queryOptions({
    queryKey: ["session", "handover", key],
    queryFn: () => unwrap(client.GET("/api/auth/handover/{key}", { params: { path: { key } } })),
  });

export const takeOver = mutationOptions({
  mutationFn: async (key: string) =>
    (await unwrap(client.POST("/api/auth/handover/{key}", { params: { path: { key } } }))).user,
});
