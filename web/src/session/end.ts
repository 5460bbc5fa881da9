/** The end of a session: by signing out here, in another tab, or on the server. */

import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import { dropDrafts } from "#/platform/drafts.ts";
import { onPageSeen } from "#/platform/page.ts";
import { onItemChanged, readItem } from "#/platform/storage.ts";
import { endedQuery, forgetUser, heldCaches, otherQuery, sessionQuery } from "./user.ts";

/** Ends the session on the server. `leave` then forgets the user, even if the server was not reached. */
export const logOut = mutationOptions({ mutationFn: () => unwrap(client.POST("/api/auth/logout")) });

/** Forgets the user, and their drafts. */
export function leave(cache: QueryClient): void {
  if (cache.getQueryData(otherQuery.queryKey)) return;
  dropDrafts("user");
  closeSession(cache);
}

/** Forgets the user. What was loaded for them goes with them: see `PersonBoundary`. */
function closeSession(cache: QueryClient): void {
  void cache.cancelQueries({ queryKey: sessionQuery.queryKey, exact: true });
  forgetUser(cache.getQueryData(sessionQuery.queryKey) ?? null);
  cache.setQueryData(sessionQuery.queryKey, null);
}

/** Records that the session ended elsewhere or expired, as the server `said`. Drafts stay until the person signs in again. */
export function endSession(cache: QueryClient, said: string | boolean = true): void {
  if (cache.getQueryData(sessionQuery.queryKey)) cache.setQueryData(endedQuery.queryKey, said);
  if (!heldCaches.has(cache)) closeSession(cache);
}

/** Stops this tab: somebody else has signed in in this browser, and nothing here may be done for them. */
export function stopForOther(cache: QueryClient): void {
  if (heldCaches.has(cache)) return endSession(cache);
  cache.setQueryData(otherQuery.queryKey, true);
  closeSession(cache);
}

/**
 * Keeps the screen when the session ends, for screens with unsent work that ask for the password themselves
 * (`useSessionEnded` tells them). Returns a function that releases the screen, and closes the session unless the person
 * has signed in again.
 */
export function holdSession(cache: QueryClient): () => void {
  heldCaches.add(cache);
  return () => {
    heldCaches.delete(cache);
    if (!cache.getQueryData(endedQuery.queryKey)) return;
    const stored = readItem("authToken");
    if (stored === null || stored === cache.getQueryData(sessionQuery.queryKey)?.uuid) closeSession(cache);
    else stopForOther(cache);
  };
}

/**
 * Syncs with the other tabs of this browser, which share the session: a sign-out there ends the session here, a sign-in
 * there stops this tab, unless nobody was signed in here. A suspended tab catches up when it is visible again. Returns a function that stops it.
 */
export function followOtherTabs(cache: QueryClient): () => void {
  const follow = (uuid: string | null) => {
    const current = cache.getQueryData(sessionQuery.queryKey)?.uuid ?? null;
    if (uuid === current) return;
    if (uuid === null) return endSession(cache);
    if (current !== null) return stopForOther(cache);
    if (!cache.getQueryData(otherQuery.queryKey)) void cache.resetQueries({ queryKey: sessionQuery.queryKey, exact: true });
  };
  const stopListening = onItemChanged("authToken", follow);
  const stopWatching = onPageSeen(() => follow(readItem("authToken")));
  return () => {
    stopListening();
    stopWatching();
  };
}
