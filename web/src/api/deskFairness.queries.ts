import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type Fairness = components["schemas"]["FairnessReply"];
export type DecisionRecord = components["schemas"]["RecordReply"];
export type Groups = components["schemas"]["GroupsReply"];
export type Group = components["schemas"]["GroupReply"];
export type GroupTable = components["schemas"]["GroupTableReply"];
export type Hold = components["schemas"]["LegalHoldReply"];

/** First and last day of a report, as YYYY-MM-DD; empty for the last 90 days. */
export type Period = { first?: string; last?: string };

/** How the employer decides in a period. */
export const fairnessQuery = (period: Period) =>
  queryOptions({
    queryKey: ["desk", "fairness", period],
    queryFn: () => unwrap(client.GET("/api/desk/reports/fairness", { params: { query: period } })),
    placeholderData: keepPreviousData,
  });

/** The records of the decisions of a period, newest first. */
export const recordsQuery = ({ first, last }: Pick<Fairness, "first" | "last">) =>
  infiniteQueryOptions({
    queryKey: ["desk", "records", first, last],
    queryFn: ({ pageParam: before }) => unwrap(client.GET("/api/desk/reports/records", { params: { query: { first, last, ...(before && { before }) } } })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

/** The legal holds on the data of everybody who applied here. */
export const holdsQuery = queryOptions({
  queryKey: ["desk", "holds"],
  queryFn: async () => (await unwrap(client.GET("/api/desk/holds"))).holds,
});

/** Rates by group over the year before this month. */
export const groupsQuery = queryOptions({
  queryKey: ["desk", "groups"],
  queryFn: () => unwrap(client.GET("/api/desk/reports/groups")),
});

/** The address of this report, as CSV. */
export function summaryFile({ first, last }: Fairness): `/api/${string}` {
  return `/api/desk/reports/fairness.csv?first=${first}&last=${last}`;
}

/** The address of the decision records of a period, as CSV. */
export function recordsFile({ first, last }: Fairness): `/api/${string}` {
  return `/api/desk/reports/records.csv?first=${first}&last=${last}`;
}

/** The address of the decision log of a period, as CSV. */
export function decisionLog({ first, last }: Fairness): `/api/${string}` {
  return `/api/desk/reports/decisions.csv?first=${first}&last=${last}`;
}

/** The address of the audit log of a period, as CSV. */
export function auditLog({ first, last }: Fairness): `/api/${string}` {
  return `/api/desk/reports/audit.csv?first=${first}&last=${last}`;
}
