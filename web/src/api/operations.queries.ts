import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** The installation's background jobs, dead letters and latest imports. Operators only. */
export const workQuery = queryOptions({
  queryKey: ["operations", "work"],
  queryFn: () => unwrap(client.GET("/api/operations/work")),
  staleTime: 0,
});

/** Checks all configured external services. May take seconds. */
export const checksQuery = queryOptions({
  queryKey: ["operations", "checks"],
  queryFn: async () => (await unwrap(client.GET("/api/operations/checks"))).checks,
  staleTime: 0,
});

/** An operator's action on a dead letter; without an ID, on all of them. */
export type LetterChange = { todo: "retry"; id?: string } | { todo: "drop"; id: string };

export const changeLetters = mutationOptions({
  mutationFn: (change: LetterChange) => unwrap(call(change)),
  onSettled: (_data, _error, _change, _before, { client: cache }) =>
    cache.invalidateQueries({ queryKey: workQuery.queryKey }),
});

function call({ todo, id }: LetterChange) {
  if (id === undefined) return client.POST("/api/operations/dead-letters/retry");
  const at = { params: { path: { letter: id } } };
  return todo === "retry"
    ? client.POST("/api/operations/dead-letters/{letter}/retry", at)
    : client.DELETE("/api/operations/dead-letters/{letter}", at);
}

/** Lets the next import of a source remove the jobs that were held, as many as the operator saw. */
export const confirmRemoval = mutationOptions({
  mutationFn: (body: { source: string; held: number }) => unwrap(client.POST("/api/operations/imports/confirm", { body })),
  onSettled: (_data, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: workQuery.queryKey }),
});

/** Employers' claims of imported jobs that nobody has decided, oldest first. */
export const claimsQuery = queryOptions({
  queryKey: ["operations", "claims"],
  queryFn: async () => (await unwrap(client.GET("/api/operations/claims"))).claims,
  staleTime: 0,
});

/** An operator's decision about a claim: refused with a `reason`, approved without. */
export type ClaimVerdict = { id: string; reason?: string };

export const decideClaim = mutationOptions({
  mutationFn: ({ id, reason }: ClaimVerdict) => {
    const at = { params: { path: { claim: id } } };
    return unwrap(
      reason === undefined
        ? client.POST("/api/operations/claims/{claim}/approve", at)
        : client.POST("/api/operations/claims/{claim}/refuse", { ...at, body: { reason } }),
    );
  },
  onSettled: (_data, _error, _verdict, _before, { client: cache }) => cache.invalidateQueries({ queryKey: claimsQuery.queryKey }),
});
