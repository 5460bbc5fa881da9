import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type Fairness = components["schemas"]["FairnessReply"];

/** First and last day of a report, as YYYY-MM-DD; empty for the last 90 days. */
export type Period = { first?: string; last?: string };

/** How the employer decides in a period. */
export const fairnessQuery = (period: Period) =>
  queryOptions({
    queryKey: ["desk", "fairness", period],
    queryFn: () => unwrap(client.GET("/api/desk/reports/fairness", { params: { query: period } })),
    placeholderData: keepPreviousData,
  });

/** The address of the decision log of a period, as CSV. */
export function decisionLog({ first, last }: Fairness): string {
  return `/api/desk/reports/decisions.csv?first=${first}&last=${last}`;
}

/** The address of the audit log of a period, as CSV. */
export function auditLog({ first, last }: Fairness): string {
  return `/api/desk/reports/audit.csv?first=${first}&last=${last}`;
}
