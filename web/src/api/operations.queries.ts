import { infiniteQueryOptions, keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

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
  onSettled: (_data, _error, _change, _before, { client: cache }) => cache.invalidateQueries({ queryKey: workQuery.queryKey }),
});

function call({ todo, id }: LetterChange) {
  if (id === undefined) return client.POST("/api/operations/dead-letters/retry");
  const at = { params: { path: { letter: id } } };
  return todo === "retry" ? client.POST("/api/operations/dead-letters/{letter}/retry", at) : client.DELETE("/api/operations/dead-letters/{letter}", at);
}

/** Lets the next import of a source remove the jobs that were held, as many as the operator saw. */
export const confirmRemoval = mutationOptions({
  mutationFn: (body: { source: string; held: number }) => unwrap(client.POST("/api/operations/imports/confirm", { body })),
  onSettled: (_data, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: workQuery.queryKey }),
});

export type OperatedEmployer = components["schemas"]["OperatedEmployerReply"];
type NewOwner = components["schemas"]["NewOwner"];

/** Employers with this text in their name, those without an active member first. */
export const employersQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ["operations", "employers", q],
    queryFn: ({ pageParam: after }) => unwrap(client.GET("/api/operations/employers", { params: { query: { q, ...(after !== null && { after }) } } })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const afterEmployer = (_data: unknown, _error: Error | null, _body: unknown, _before: unknown, { client: cache }: { client: QueryClient }) =>
  cache.invalidateQueries({ queryKey: ["operations", "employers"] });

export const inviteOwnerAgain = mutationOptions({
  mutationFn: (path: { employer: string; member: string }) =>
    unwrap(client.POST("/api/operations/employers/{employer}/invitations/{member}", { params: { path } })),
  onSettled: afterEmployer,
});

/** Makes somebody an owner, or invites them as one. */
export const addOwner = mutationOptions({
  mutationFn: ({ employer, body }: { employer: string; body: NewOwner }) =>
    unwrap(client.POST("/api/operations/employers/{employer}/owners", { params: { path: { employer } }, body })),
  onSettled: afterEmployer,
});

/** Closes an employer for good; its name is typed again. */
export const closeEmployer = mutationOptions({
  mutationFn: ({ employer, name }: { employer: string; name: string }) =>
    unwrap(client.POST("/api/operations/employers/{employer}/close", { params: { path: { employer } }, body: { name } })),
  onSettled: afterEmployer,
});

/** The other open records with an employer's name, into which it can be merged. */
export const sameNameQuery = (employer: string) =>
  queryOptions({
    queryKey: ["operations", "employers", "same-name", employer],
    queryFn: async () => (await unwrap(client.GET("/api/operations/employers/{employer}/same-name", { params: { path: { employer } } }))).employers,
    staleTime: 0,
  });

type Merge = { employer: string; into: string };

/** What a merge of two records would do. */
export const mergeQuery = ({ employer, into }: Merge) =>
  queryOptions({
    queryKey: ["operations", "merge", employer, into],
    queryFn: () => unwrap(client.POST("/api/operations/employers/{employer}/merge", { params: { path: { employer } }, body: { into } })),
    staleTime: 0,
    retry: false,
  });

/** Merges a record into another one for good; the name is typed again. */
export const mergeEmployers = mutationOptions({
  mutationFn: ({ employer, ...body }: Merge & { name: string }) =>
    unwrap(client.POST("/api/operations/employers/{employer}/merge", { params: { path: { employer } }, body })),
  onSettled: afterEmployer,
});

/** The oldest of employers' claims of imported jobs that nobody has decided. */
export const claimsQuery = queryOptions({
  queryKey: ["operations", "claims"],
  queryFn: () => unwrap(client.GET("/api/operations/claims")),
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

/** New employers that wait for approval, oldest first. */
export const signUpsQuery = queryOptions({
  queryKey: ["operations", "sign-ups"],
  queryFn: () => unwrap(client.GET("/api/operations/sign-ups")),
  staleTime: 0,
});

export const decideSignUp = mutationOptions({
  mutationFn: ({ id, reason }: ClaimVerdict) => {
    const at = { params: { path: { sign_up: id } } };
    return unwrap(
      reason === undefined
        ? client.POST("/api/operations/sign-ups/{sign_up}/approve", at)
        : client.POST("/api/operations/sign-ups/{sign_up}/refuse", { ...at, body: { reason } }),
    );
  },
  onSettled: (_data, _error, _verdict, _before, { client: cache }) => cache.invalidateQueries({ queryKey: ["operations"] }),
});

/** The dated legal rules, each with its source and the jobs that it applies to. */
export const rulesQuery = queryOptions({
  queryKey: ["operations", "rules"],
  queryFn: async () => (await unwrap(client.GET("/api/operations/rules"))).rules,
  staleTime: 0,
});

/** All legal holds, ended ones too. */
export const allHoldsQuery = queryOptions({
  queryKey: ["operations", "holds"],
  queryFn: async () => (await unwrap(client.GET("/api/operations/holds"))).holds,
  staleTime: 0,
});
