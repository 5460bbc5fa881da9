import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { deskSessionQuery, openDesk } from "./deskSession.queries.ts";
import type { components } from "./schema.gen.d.ts";
import type { StaffPassword } from "./types.ts";

type SignInReply = components["schemas"]["SignInReply"];
/** An account of somebody who works for several employers; its key is opened like a mailed link. */
export type SignInChoice = components["schemas"]["SignInChoice"];

/** The session is another one now. */
const onSuccess = (_reply: unknown, _body: unknown, _before: unknown, { client: cache }: { client: QueryClient }) => openDesk(cache);

/** Nobody is signed in before one of several accounts is chosen. */
const onOpened = async (reply: SignInReply, body: unknown, before: unknown, context: { client: QueryClient }) => {
  if (reply.secondFactor !== "choose") await onSuccess(reply, body, before, context);
};

/** Mails a sign-in link that leads to the page `next`. */
export const requestLink = mutationOptions({
  mutationFn: (body: { email: string; next: string }) => unwrap(client.POST("/api/desk/sign-in/link", { body })),
});

export const openLink = mutationOptions({
  mutationFn: (key: string) => unwrap(client.POST("/api/desk/sign-in/link/open", { body: { key } })),
  onSuccess: onOpened,
});

export const signInWithPassword = mutationOptions({
  mutationFn: (body: { email: string; password: string }) => unwrap(client.POST("/api/desk/sign-in/password", { body })),
  onSuccess: onOpened,
});

/** Mails the signed-in member a link that proves the address and leads to the page `next`. */
export const requestOwnLink = mutationOptions({
  mutationFn: (next: string) => unwrap(client.POST("/api/desk/sign-in/link/mine", { body: { next } })),
});

/** Uses the mailed link in which a member allows single sign-on; returns the page to open. */
export const allowSignOn = mutationOptions({
  mutationFn: async (key: string) => (await unwrap(client.POST("/api/desk/sign-on/allow", { body: { key } }))).page,
  onSuccess,
});

export const enterCode = mutationOptions({
  mutationFn: (code: string) => unwrap(client.POST("/api/desk/second-factor/code", { body: { code } })),
  onSuccess,
});

export const setupQuery = queryOptions({
  queryKey: ["desk", "second-factor", "setup"],
  queryFn: () => unwrap(client.POST("/api/desk/second-factor/setup")),
  gcTime: 0, // The secret is not kept once the page is left.
});

/** Returns the recovery codes. The session's state is loaded again once they were shown. */
export const confirmSetup = mutationOptions({
  mutationFn: (code: string) => unwrap(client.POST("/api/desk/second-factor", { body: { code } })),
});

export const renewRecoveryCodes = mutationOptions({
  mutationFn: (code: string) => unwrap(client.POST("/api/desk/second-factor/recovery-codes", { body: { code } })),
  onSuccess: (_reply, _code, _before, { client: cache }) => void cache.invalidateQueries({ queryKey: deskSessionQuery.queryKey }),
});

export const removeSecondFactor = mutationOptions({
  mutationFn: (code: string) => unwrap(client.POST("/api/desk/second-factor/remove", { body: { code } })),
  onSuccess,
});

export const invitationQuery = (key: string) =>
  queryOptions({
    queryKey: ["desk", "invitation", key],
    queryFn: () => unwrap(client.GET("/api/desk/invitations/{key}", { params: { path: { key } } })),
  });

export const acceptInvitation = mutationOptions({
  mutationFn: ({ key, name, password }: { key: string; name: string; password: string }) =>
    unwrap(client.POST("/api/desk/invitations/{key}", { params: { path: { key } }, body: { name, password: password || null } })),
  onSuccess,
});

export const setStaffPassword = mutationOptions({
  mutationFn: (body: StaffPassword) => unwrap(client.PUT("/api/desk/password", { body })),
  onSuccess: (_reply, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["desk"] }),
});

export const staffSessionsQuery = queryOptions({
  queryKey: ["desk", "sessions"],
  queryFn: async () => (await unwrap(client.GET("/api/desk/sessions"))).sessions,
});

/** Ends one session, or without an id all others. */
export const endStaffSession = mutationOptions({
  mutationFn: (session_id: string | null) =>
    session_id === null
      ? unwrap(client.DELETE("/api/desk/sessions"))
      : unwrap(client.DELETE("/api/desk/sessions/{session_id}", { params: { path: { session_id } } })),
  onSuccess: (_reply, _id, _before, { client: cache }) => cache.invalidateQueries(staffSessionsQuery),
});

export type SignUp = components["schemas"]["SignUpReply"];
type SignUpEntry = components["schemas"]["SignUpEntry"];

/** Who can add an employer here. */
export const signUpModeQuery = queryOptions({
  queryKey: ["desk", "sign-up", "mode"],
  queryFn: () => unwrap(client.GET("/api/desk/sign-up")),
});

/** Mails a link with which the employer is added. */
export const requestSignUp = mutationOptions({
  mutationFn: (body: SignUpEntry) => unwrap(client.POST("/api/desk/sign-up", { body })),
});

/** What a mailed link adds. */
export const signUpQuery = (key: string) =>
  queryOptions({
    queryKey: ["desk", "sign-up", key],
    queryFn: () => unwrap(client.GET("/api/desk/sign-up/{key}", { params: { path: { key } } })),
    retry: false,
  });

/** Uses the mailed link; its owner is signed in, unless the employer waits for approval. */
export const confirmSignUp = mutationOptions({
  mutationFn: (key: string) => unwrap(client.POST("/api/desk/sign-up/{key}", { params: { path: { key } } })),
  onSuccess: ({ waiting }, _key, _before, { client: cache }) => (waiting ? undefined : openDesk(cache)),
});

/** Asks the owners of an employer that is here already for an invitation. */
export const askToJoin = mutationOptions({
  mutationFn: ({ key, employerId }: { key: string; employerId: string }) =>
    unwrap(client.POST("/api/desk/sign-up/{key}/join", { params: { path: { key } }, body: { employerId } })),
});
