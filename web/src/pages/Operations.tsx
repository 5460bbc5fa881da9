import { useQuery } from "@tanstack/react-query";
import { ApiError } from "#/api/errors.ts";
import { workQuery } from "#/api/operations.queries.ts";
import { Operations } from "#/features/admin/Operations.tsx";
import { OperatorPaused } from "#/features/admin/OperatorPaused.tsx";
import NotFound from "./NotFound.tsx";

export default function OperationsPage() {
  const work = useQuery(workQuery);
  // Everyone except operators gets the not-found page.
  if (work.error instanceof ApiError && work.error.status === 404) return <NotFound />;
  if (work.error instanceof ApiError && work.error.code === "operator_rests") return <OperatorPaused missing={work.error.fields} />;
  return <Operations work={work} />;
}
