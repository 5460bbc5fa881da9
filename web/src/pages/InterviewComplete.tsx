import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Redirect } from "wouter";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import { useUser } from "#/session/user.ts";
import type { Interview } from "#/api/types.ts";
import { Complete } from "#/features/interview/Complete.tsx";

const SendToSaved = lazy(() => import("#/features/applications/SendToSaved.tsx"));

/** States of interviews without any answers. */
const UNSPOKEN: Interview["status"][] = ["scheduled", "cancelled"];

export default function InterviewCompletePage() {
  const { id, firstName } = useUser();
  // Always refetched: the cached data may be from before the interview. Without a response, the thank-you page is the
  // better guess.
  const { data: interviews, isFetchedAfterMount, isSuccess } = useQuery({ ...interviewsQuery(id), refetchOnMount: "always" });
  const known = isFetchedAfterMount && isSuccess;
  if (known && interviews.every(({ status }) => UNSPOKEN.includes(status))) return <Redirect to="/dashboard" replace />;
  const latest = interviews?.find(({ status }) => status === "completed");
  return (
    <Complete name={firstName} scored={latest && latest.scoring !== "declined"}>
      {latest && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <SendToSaved />
          </Suspense>
        </ErrorBoundary>
      )}
    </Complete>
  );
}
