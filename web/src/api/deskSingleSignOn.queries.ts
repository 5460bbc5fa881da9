import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { ApiError } from "./errors.ts";
import type { components } from "./schema.gen.d.ts";

type Reply = components["schemas"]["SingleSignOnReply"];
/** Whether single sign-on can be required, and of what. */
export type SingleSignOn = Pick<Reply, "proved" | "keepers" | "leftOut">;
export type Provider = NonNullable<Reply["provider"]>;
export type SignOnProblem = NonNullable<Provider["failure"]>;
export type ProviderDomain = Reply["domains"][number];
export type Mailbox = components["schemas"]["DomainMail"]["mailbox"];
type ProviderFields = components["schemas"]["ProviderFields"];

/** The employer's identity provider, and what the provider has to know. */
export const singleSignOnQuery = queryOptions({
  queryKey: ["desk", "single-sign-on"],
  queryFn: () => unwrap(client.GET("/api/desk/single-sign-on")),
});

export const saveProvider = mutationOptions({
  mutationFn: (body: ProviderFields) => unwrap(client.PUT("/api/desk/single-sign-on", { body })),
  onSuccess: (reply, _body, _before, { client: cache }) => cache.setQueryData(singleSignOnQuery.queryKey, reply),
});

export const deleteProvider = mutationOptions({
  mutationFn: () => unwrap(client.DELETE("/api/desk/single-sign-on")),
  onSuccess: (reply, _body, _before, { client: cache }) => cache.setQueryData(singleSignOnQuery.queryKey, reply),
});

/** Lets members sign in by single sign-on only, except the owner `breakGlass`. */
export const requireSignOn = mutationOptions({
  mutationFn: (breakGlass: string) => unwrap(client.PUT("/api/desk/single-sign-on/required", { body: { breakGlass } })),
  onSuccess: (reply, _body, _before, { client: cache }) => cache.setQueryData(singleSignOnQuery.queryKey, reply),
});

export const makeSignOnOptional = mutationOptions({
  mutationFn: () => unwrap(client.DELETE("/api/desk/single-sign-on/required")),
  onSuccess: (reply, _body, _before, { client: cache }) => cache.setQueryData(singleSignOnQuery.queryKey, reply),
});

/** Reads what the provider publishes; returns what is wrong with it. */
export const testProvider = mutationOptions({
  mutationFn: async () => (await unwrap(client.POST("/api/desk/single-sign-on/test"))).failure,
});

/** Looks for the DNS record of a domain; returns what was found. */
export const checkDomain = mutationOptions({
  mutationFn: async (domain: string) => (await unwrap(client.POST("/api/desk/single-sign-on/domains/{domain}/check", { params: { path: { domain } } }))).found,
  onSuccess: (_found, _domain, _before, { client: cache }) => cache.invalidateQueries(singleSignOnQuery),
});

/** Mails a link to an administrator of a domain. */
export const mailDomain = mutationOptions({
  mutationFn: ({ domain, mailbox }: { domain: string; mailbox: Mailbox }) =>
    unwrap(client.POST("/api/desk/single-sign-on/domains/{domain}/mail", { params: { path: { domain } }, body: { mailbox } })),
  onSuccess: (reply, _body, _before, { client: cache }) => cache.setQueryData(singleSignOnQuery.queryKey, reply),
});

/** Uses a link that was mailed to a domain; returns the domain. */
export const confirmDomain = mutationOptions({
  mutationFn: async (key: string) => (await unwrap(client.POST("/api/desk/single-sign-on/domains/confirm", { body: { key } }))).domain,
  onSuccess: (_domain, _key, _before, { client: cache }) => cache.invalidateQueries(singleSignOnQuery),
});

/** The employer of a sign-in link. */
export const signOnQuery = (key: string) =>
  queryOptions({
    queryKey: ["desk-sign-on", key],
    queryFn: () => unwrap(client.GET("/api/desk/sign-on/{key}", { params: { path: { key } } })),
    retry: false,
  });

/** The address that leads to the provider, and from there back to `next`. */
export function signOnAddress(key: string, next: string): string {
  return `/api/desk/sign-on/${encodeURIComponent(key)}/start?next=${encodeURIComponent(next)}`;
}

/** Returns the employer that lets its members in by single sign-on only, if that is what an error says; else null. */
export function signOnOnly(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "single_sign_on_required") return null;
  return (JSON.parse(error.body) as { employer: string }).employer;
}
