/** The end of a session: by signing out here, in another tab, or on the server. */

import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import { dropDrafts } from "#/platform/drafts.ts";
import { onPageSeen } from "#/platform/page.ts";
import { onItemChanged, readItem } from "#/platform/storage.ts";
import { endedQuery, forgetUser, heldCaches, sessionQuery } from "./user.ts";

/** Ends the session on the server. This browser forgets the user and their drafts even if the server cannot be reached. */
export const logOut = mutationOptions({
  mutationFn: () => unwrap(client.POST("/api/auth/logout")),
  onSettled: (_data, _error, _body, _before, { client: cache }) => {
    closeSession(cache);
    dropDrafts();
  },
});

/** Forgets the user and everything loaded for them. */
function closeSession(cache: QueryClient): void {
  forgetUser();
  dropLoaded(cache);
  cache.setQueryData(sessionQuery.queryKey, null);
}

/** Records that the session ended elsewhere or expired. Drafts stay until the person signs in again. */
export function endSession(cache: QueryClient): void {
  if (cache.getQueryData(sessionQuery.queryKey)) cache.setQueryData(endedQuery.queryKey, true);
  if (!heldCaches.has(cache)) closeSession(cache);
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
    if (cache.getQueryData(endedQuery.queryKey)) closeSession(cache);
  };
}

/**
 * Syncs with the other tabs of this browser, which share the session: a sign-out there ends the session here, a sign-in
 * there reloads the user here. A suspended tab catches up when it is visible again. Returns a function that stops it.
 */
export function followOtherTabs(cache: QueryClient): () => void {
  const follow = (uuid: string | null) => {
    const current = cache.getQueryData(sessionQuery.queryKey)?.uuid ?? null;
    if (uuid === current) return;
    if (uuid === null) return endSession(cache);
    dropLoaded(cache);
    void cache.resetQueries({ queryKey: sessionQuery.queryKey, exact: true });
  };
  const stopListening = onItemChanged("authToken", follow);
  const stopWatching = onPageSeen(() => follow(readItem("authToken")));
  return () => {
    stopListening();
    stopWatching();
  };
}

/** Removes everything loaded for a user, except the session itself. */
export function dropLoaded(cache: QueryClient): void {
  cache.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== "session" });
}
