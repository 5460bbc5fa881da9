import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { openDesk } from "./deskSession.queries.ts";
import type { components } from "./schema.gen.d.ts";

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
