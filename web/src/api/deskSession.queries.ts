import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { dropDrafts, dropDraftsOfOthers } from "#/platform/drafts.ts";
import { onTabsTold, tellTabs } from "#/platform/tabs.ts";
import { ApiError } from "./errors.ts";
import { actAs } from "./identity.ts";
import type { Desk, DeskMemberUpdate } from "./types.ts";

/**
 * The staff session of this browser. `enrolled`: the member has a second factor, else they must set it up first.
 * `ended`: why the session that this browser had is over; not after its own sign-out.
 * `other`: this tab stopped because another member signed in in this browser; until the page is loaded again.
 */
export type DeskSession =
  { state: "signed-out"; ended?: string | undefined } | { state: "second-factor"; enrolled: boolean } | { state: "signed-in"; desk: Desk } | { state: "other" };

const KEY = ["desk", "session"] as const;

/** Not during the second factor, which shows recovery codes once: its steps load the session themselves. */
const whenSettled = ({ state: { data } }: { state: { data: DeskSession | undefined } }) => (data?.state === "second-factor" ? false : "always");

/** Read again when the tab is seen: a member may have signed in or out in another one. */
export const deskSessionQuery = queryOptions({
  queryKey: KEY,
  queryFn: readSession,
  refetchOnReconnect: whenSettled,
  refetchOnWindowFocus: whenSettled,
});

async function readSession({ client: cache }: { client: QueryClient }): Promise<DeskSession> {
  const before = cache.getQueryData<DeskSession>(KEY);
  if (before?.state === "other") return before;
  try {
    const desk = await unwrap(client.GET("/api/desk/me"));
    actAs("desk", desk.member.id);
    return { state: "signed-in", desk };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    return sessionAfter(error);
  }
}

/** The session that a 401 of any request describes. */
export function sessionAfter({ code, body }: { code: string; body: string }): DeskSession {
  if (code === "second_factor_required") return { state: "second-factor", enrolled: (JSON.parse(body) as { enrolled: boolean }).enrolled };
  actAs("desk", null);
  if (code === "signed_in_as_other") return { state: "other" };
  return { state: "signed-out", ended: code === "staff_not_signed_in" ? (JSON.parse(body) as { ended?: string }).ended : undefined };
}

/** The member who is signed in now, after this tab stopped. */
export const nowAtDeskQuery = queryOptions({
  queryKey: ["desk", "now"],
  queryFn: () => unwrap(client.GET("/api/desk/me")),
});

/** Who is signed in: an id, null for nobody, undefined while it is loading. */
export function memberOf(cache: QueryClient): string | null | undefined {
  const session = cache.getQueryData(deskSessionQuery.queryKey);
  return session && (session.state === "signed-in" ? session.desk.member.id : null);
}

/** Changes the member's own name, language and settings. */
export const updateDeskMember = mutationOptions({
  mutationFn: (body: DeskMemberUpdate) => unwrap(client.PATCH("/api/desk/me", { body })),
  // Ignored if it arrives after the member has signed out.
  onSuccess: (desk, _body, _before, { client: cache }) => {
    if (memberOf(cache) === desk.member.id) setSession(cache, { state: "signed-in", desk });
  },
});

/** The other employers that the member works for. */
export const otherEmployersQuery = queryOptions({
  queryKey: ["desk", "employers"],
  queryFn: async () => (await unwrap(client.GET("/api/desk/employers"))).employers,
});

/** Goes on at another employer; returns false if a link was mailed instead. Everything loaded before belongs to the old one. */
export const switchEmployer = mutationOptions({
  mutationFn: async (employer_id: string) =>
    (await unwrap(client.POST("/api/desk/employers/{employer_id}/switch", { params: { path: { employer_id } } }))).secondFactor !== null,
  onSuccess: async (switched, _id, _before, { client: cache }) => {
    if (!switched) return;
    await openDesk(cache);
  },
});

/** Ends the staff session on the server. `closeDesk` then forgets the member, even if the server was not reached. */
export const signOutOfDesk = mutationOptions({ mutationFn: () => unwrap(client.POST("/api/desk/sign-out")) });

/** Forgets the member in this tab and all others. What was loaded for them goes with them: see `PersonBoundary`. */
export function closeDesk(cache: QueryClient): void {
  if (cache.getQueryData(deskSessionQuery.queryKey)?.state === "other") return;
  dropDrafts("member");
  void cache.cancelQueries(deskSessionQuery);
  actAs("desk", null);
  setSession(cache, { state: "signed-out" });
  tellTabs(DESK_TABS);
}

/** Loads the session of the member who has just signed in here. */
export async function openDesk(cache: QueryClient): Promise<void> {
  actAs("desk", null);
  await cache.resetQueries(deskSessionQuery);
  const member = memberOf(cache);
  if (member) dropDraftsOfOthers("member", member);
  tellTabs(DESK_TABS);
}

/** Reads the session again whenever it changes in another tab. Returns a function that stops it. */
export function followDeskTabs(cache: QueryClient): () => void {
  return onTabsTold(DESK_TABS, () => {
    if (cache.getQueryData<DeskSession>(KEY)?.state !== "second-factor") void cache.invalidateQueries({ queryKey: KEY });
  });
}

const DESK_TABS = "dayshift-desk";

export function setSession(cache: QueryClient, session: DeskSession): void {
  cache.setQueryData(deskSessionQuery.queryKey, session);
}

/** The city and state of a zip code. An error if there is none. */
export const placeOfZipQuery = (zip: string) =>
  queryOptions({
    queryKey: ["place-of-zip", zip],
    queryFn: ({ signal }) => unwrap(client.GET("/api/places/{zip_code}", { params: { path: { zip_code: zip } }, signal })),
    staleTime: Infinity,
    retry: false,
  });
