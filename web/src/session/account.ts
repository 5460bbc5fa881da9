/** How the person signs in, and where: password, codes, sessions, passkeys. */

import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import type { PasswordChange } from "#/api/types.ts";
import { askPasskey, createPasskey } from "#/platform/passkeys.ts";
import { withProof } from "./proof.ts";
import { setUser } from "./user.ts";

/** Sends a code that sets a new password. The reply is the same for unknown addresses. */
export const sendPasswordCode = mutationOptions({
  mutationFn: (email: string) => unwrap(client.POST("/api/auth/forgot-password", { body: { email } })),
});

/** Changes the password, which revokes the person's other sessions. */
export const changePassword = mutationOptions({
  mutationFn: async (body: PasswordChange) => (await unwrap(client.POST("/api/auth/change-password", { body }))).user,
  onSuccess: (user, _body, _before, { client: cache }) => {
    setUser(cache, user);
    void cache.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    return cache.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  },
});

/** A contact that is verified by a code sent to it. */
export type Verifiable = "email" | "phone";

export const sendCode = mutationOptions({
  mutationFn: (what: Verifiable) => unwrap(client.POST(what === "email" ? "/api/auth/verify-email/start" : "/api/auth/verify-phone/start")),
});

export const verifyCode = mutationOptions({
  mutationFn: async ({ what, code }: { what: Verifiable; code: string }) => {
    const path = what === "email" ? "/api/auth/verify-email" : "/api/auth/verify-phone";
    return (await unwrap(client.POST(path, { body: { code } }))).user;
  },
  onSuccess: (user, _body, _before, { client: cache }) => setUser(cache, user),
});

/** The person's sessions, the latest first. They change on other devices, so each visit loads them again. */
export const sessionsQuery = queryOptions({
  queryKey: ["sign-ins"],
  queryFn: async () => (await unwrap(client.GET("/api/auth/sessions"))).sessions,
  staleTime: 0,
});

export const revokeSession = mutationOptions({
  mutationFn: (id: string) => unwrap(client.DELETE("/api/auth/sessions/{session_id}", { params: { path: { session_id: id } } })),
  onSettled: (_data, _error, _id, _before, { client: cache }) => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
});

export const revokeOtherSessions = mutationOptions({
  mutationFn: () => unwrap(client.DELETE("/api/auth/sessions")),
  onSettled: (_data, _error, _id, _before, { client: cache }) => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
});

/** Confirms the password: for ten minutes the session may change how the person signs in. */
export const givePassword = mutationOptions({
  mutationFn: (password: string) => unwrap(client.POST("/api/auth/proof", { body: { password } })),
});

/** The change of email or password that a link in an email undoes. */
export const changeQuery = (key: string) =>
  queryOptions({
    queryKey: ["undo", key],
    queryFn: () => unwrap(client.GET("/api/auth/undo/{key}", { params: { path: { key } } })),
  });

export const undoChange = mutationOptions({
  mutationFn: (key: string) => unwrap(client.POST("/api/auth/undo/{key}", { params: { path: { key } } })),
});

export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async () => (await unwrap(client.GET("/api/auth/passkeys"))).passkeys,
  staleTime: 0,
});

/** Creates a passkey on this device and stores it on the server. */
export const addPasskey = mutationOptions({
  mutationFn: async () => {
    const { publicKey } = await withProof(() => unwrap(client.POST("/api/auth/passkeys/options")));
    const credential = await createPasskey(publicKey);
    return unwrap(client.POST("/api/auth/passkeys", { body: { credential } }));
  },
  onSettled: (_data, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
});

export const removePasskey = mutationOptions({
  mutationFn: (id: string) => unwrap(client.DELETE("/api/auth/passkeys/{passkey_id}", { params: { path: { passkey_id: id } } })),
  onSettled: (_data, _error, _id, _before, { client: cache }) => cache.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
});

/** Signs in with a passkey of this device. */
export const logInWithPasskey = mutationOptions({
  mutationFn: async () => {
    const { publicKey } = await unwrap(client.POST("/api/auth/passkeys/login/options"));
    const credential = await askPasskey(publicKey);
    return (await unwrap(client.POST("/api/auth/passkeys/login", { body: { credential } }))).user;
  },
});
