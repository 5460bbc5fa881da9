import { useQuery } from "@tanstack/react-query";
import { ApiError } from "#/api/errors.ts";
import { workQuery } from "#/api/operations.queries.ts";
import { PasskeyLogin } from "#/features/account/PasskeyLogin.tsx";
import { useEnter } from "#/features/account/useEnter.ts";
import { Operations } from "#/features/admin/Operations.tsx";
import { OperatorPaused } from "#/features/admin/OperatorPaused.tsx";
import { hasPasskeys } from "#/platform/passkeys.ts";
import NotFound from "./NotFound.tsx";

export default function OperationsPage() {
  const work = useQuery(workQuery);
  const enter = useEnter();
  // Everyone except operators gets the not-found page.
  if (work.error instanceof ApiError && work.error.status === 404) return <NotFound />;
  if (work.error instanceof ApiError && work.error.code === "operator_rests") {
    const signIn = hasPasskeys() ? <PasskeyLogin onEnter={async (user) => enter(user, "/operations")} /> : null;
    return <OperatorPaused missing={work.error.fields} signIn={signIn} />;
  }
  return <Operations work={work} />;
}
