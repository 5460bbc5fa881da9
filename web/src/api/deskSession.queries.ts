import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { ApiError } from "./errors.ts";
import type { Desk, DeskMemberUpdate } from "./types.ts";

/** The staff session of this browser. `enrolled`: the member has a second factor, else they must set it up first. */
export type DeskSession =
  { state: "signed-out" } | { state: "second-factor"; enrolled: boolean } | { state: "signed-in"; desk: Desk };

export const deskSessionQuery = queryOptions({ queryKey: ["desk", "session"], queryFn: readSession, refetchOnReconnect: "always" });

async function readSession(): Promise<DeskSession> {
  try {
    return { state: "signed-in", desk: await unwrap(client.GET("/api/desk/me")) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    if (error.code !== "second_factor_required") return { state: "signed-out" };
    const { enrolled } = JSON.parse(error.body) as { enrolled: boolean };
    return { state: "second-factor", enrolled };
  }
}

/** Changes the member's own name, language and settings. */
export const updateDeskMember = mutationOptions({
  mutationFn: (body: DeskMemberUpdate) => unwrap(client.PATCH("/api/desk/me", { body })),
  onSuccess: (desk, _body, _before, { client: cache }) => setSession(cache, { state: "signed-in", desk }),
});

/** Ends the staff session. This browser forgets everything loaded with it even if the server cannot be reached. */
export const signOutOfDesk = mutationOptions({
  mutationFn: () => unwrap(client.POST("/api/desk/sign-out")),
  onSettled: (_data, _error, _body, _before, { client: cache }) => {
    cache.removeQueries({ predicate: ({ queryKey: [, kind] }) => kind !== "session" });
    setSession(cache, { state: "signed-out" });
  },
});

function setSession(cache: QueryClient, session: DeskSession): void {
  cache.setQueryData(deskSessionQuery.queryKey, session);
}
