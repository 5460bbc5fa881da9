import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
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
