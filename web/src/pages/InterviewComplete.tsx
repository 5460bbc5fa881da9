import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { applicationsQuery, countOpen, countSent } from "#/api/applications.queries.ts";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import { erasureQuery } from "#/api/privacy.queries.ts";
import { useUser } from "#/session/user.ts";
import type { Interview } from "#/api/types.ts";
import { SendWaiting } from "#/features/applications/SendWaiting.tsx";
import { reloadAfter } from "#/features/dashboard/reload.ts";
import { Complete } from "#/features/interview/Complete.tsx";
import { Redirect } from "#/ui/AppLink/Redirect.tsx";

const SendToJobs = lazy(() => import("#/features/applications/SendToJobs.tsx"));

/** States of interviews without any answers. */
const UNSPOKEN: Interview["status"][] = ["scheduled", "cancelled"];

export default function InterviewCompletePage() {
  const { id, firstName, phoneVerified } = useUser();
  // Always refetched: the cached data may be from before the interview. Without a response, the thank-you page is the
  // better guess.
  const {
    data: interviews,
    isFetchedAfterMount,
    isSuccess,
  } = useQuery({
    ...interviewsQuery(id),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => reloadAfter(state.data),
  });
  const applications = useInfiniteQuery(applicationsQuery);
  const erasure = useQuery(erasureQuery);
  const known = isFetchedAfterMount && isSuccess;
  if (known && interviews.every(({ status }) => UNSPOKEN.includes(status))) return <Redirect to="/dashboard" />;
  const latest = interviews?.find(({ status }) => status === "completed");
  const sent = latest && countOpen(applications.data);
  const waits = !isFetchedAfterMount || (latest !== undefined && applications.isPending);
  const isHired = (applications.data?.pages[0]?.counts.hired ?? 0) > 0;
  const scored = latest && (latest.scoring === "done" ? (latest.aiScore === null ? "unsure" : "done") : latest.scoring !== "declined");
  return (
    <Complete
      name={firstName}
      texts={phoneVerified}
      scored={scored}
      sent={sent}
      all={countSent(applications.data)}
      hired={isHired}
      leaving={Boolean(erasure.data?.pending)}
    >
      {waits && sent !== 0 && <SendWaiting />}
      {sent === 0 && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={<SendWaiting />}>
            <SendToJobs waiting={<SendWaiting />} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Complete>
  );
}
