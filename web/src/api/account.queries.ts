import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { askPasskey, createPasskey } from "#/platform/passkeys.ts";
import { client, unwrap } from "./client.ts";
import { withProof } from "./proof.ts";
import { renew } from "./session.queries.ts";
import type { PasswordChange } from "./types.ts";

/** Has a code sent that sets a new password. The answer is the same whether or not anybody has this address. */
export const sendPasswordCode = mutationOptions({
  mutationFn: (email: string) => unwrap(client.POST("/api/auth/forgot-password", { body: { email } })),
});

/** Changes the password, which ends the person's other sessions. */
export const changePassword = mutationOptions({
  mutationFn: async (body: PasswordChange) =>
    (await unwrap(client.POST("/api/auth/change-password", { body }))).user,
  onSuccess: (user, _body, _before, { client: cache }) => {
    renew(cache, user);
    void cache.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    return cache.invalidateQueries({ queryKey: signInsQuery.queryKey });
  },
});

/** What can be proven by a code that is sent to it. */
export type Provable = "email" | "phone";

export const sendCode = mutationOptions({
  mutationFn: (what: Provable) =>
    unwrap(client.POST(what === "email" ? "/api/auth/verify-email/start" : "/api/auth/verify-phone/start")),
});

export const proveByCode = mutationOptions({
  mutationFn: async ({ what, code }: { what: Provable; code: string }) => {
    const path = what === "email" ? "/api/auth/verify-email" : "/api/auth/verify-phone";
    return (await unwrap(client.POST(path, { body: { code } }))).user;
  },
  onSuccess: (user, _body, _before, { client: cache }) => renew(cache, user),
});

/** Where the person is signed in, the latest first. It changes elsewhere, so each visit asks anew. */
export const signInsQuery = queryOptions({
  queryKey: ["sign-ins"],
  queryFn: async () => (await unwrap(client.GET("/api/auth/sessions"))).sessions,
  staleTime: 0,
});

export const endSignIn = mutationOptions({
  mutationFn: (id: string) =>
    unwrap(client.DELETE("/api/auth/sessions/{session_id}", { params: { path: { session_id: id } } })),
  onSettled: (_data, _error, _id, _before, { client: cache }) =>
    cache.invalidateQueries({ queryKey: signInsQuery.queryKey }),
});

export const endOtherSignIns = mutationOptions({
  mutationFn: () => unwrap(client.DELETE("/api/auth/sessions")),
  onSettled: (_data, _error, _id, _before, { client: cache }) =>
    cache.invalidateQueries({ queryKey: signInsQuery.queryKey }),
});

/** Gives the password again: for ten minutes the session may change how the person signs in. */
export const givePassword = mutationOptions({
  mutationFn: (password: string) => unwrap(client.POST("/api/auth/proof", { body: { password } })),
});

/** The change of email or password that a link in a mail undoes. */
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

/** Has this device make a passkey, which the server keeps. */
export const addPasskey = mutationOptions({
  mutationFn: async () => {
    const { publicKey } = await withProof(() => unwrap(client.POST("/api/auth/passkeys/options")));
    const credential = await createPasskey(publicKey);
    return unwrap(client.POST("/api/auth/passkeys", { body: { credential } }));
  },
  onSettled: (_data, _error, _body, _before, { client: cache }) =>
    cache.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
});

export const removePasskey = mutationOptions({
  mutationFn: (id: string) =>
    unwrap(client.DELETE("/api/auth/passkeys/{passkey_id}", { params: { path: { passkey_id: id } } })),
  onSettled: (_data, _error, _id, _before, { client: cache }) =>
    cache.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
});

/** Signs in with a passkey of this device. */
export const logInWithPasskey = mutationOptions({
  mutationFn: async () => {
    const { publicKey } = await unwrap(client.POST("/api/auth/passkeys/login/options"));
    const credential = await askPasskey(publicKey);
    return (await unwrap(client.POST("/api/auth/passkeys/login", { body: { credential } }))).user;
  },
});
