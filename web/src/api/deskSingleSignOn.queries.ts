import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type SingleSignOn = components["schemas"]["SingleSignOnReply"];
export type Provider = NonNullable<SingleSignOn["provider"]>;
export type SignOnProblem = NonNullable<Provider["failure"]>;
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

/** Reads what the provider publishes; returns what is wrong with it. */
export const testProvider = mutationOptions({
  mutationFn: async () => (await unwrap(client.POST("/api/desk/single-sign-on/test"))).failure,
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
