import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { applicationsQuery, countSent } from "#/api/applications.queries.ts";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import { matchesQuery } from "#/api/matches.queries.ts";
import { followNotifications } from "#/api/notifications.queries.ts";
import { erasureQuery } from "#/api/privacy.queries.ts";
import { profileQuery, useUser } from "#/session/user.ts";
import { Dashboard } from "#/features/dashboard/Dashboard.tsx";
import { hasAnswered } from "#/features/dashboard/next.ts";
import { reloadAfter } from "#/features/dashboard/reload.ts";

const SendToJobs = lazy(() => import("#/features/applications/SendToJobs.tsx"));
const DeletionPlanned = lazy(() => import("#/features/applications/DeletionPlanned.tsx"));
const ApplicationsCard = lazy(() => import("#/features/applications/ApplicationsCard.tsx"));

export default function DashboardPage() {
  const user = useUser();
  const cache = useQueryClient();
  useEffect(() => followNotifications(cache), [cache]);
  const profile = useQuery(profileQuery);
  const interviews = useQuery({
    ...interviewsQuery(user.id),
    refetchInterval: ({ state }) => reloadAfter(state.data),
  });
  const matches = useQuery({ ...matchesQuery, enabled: hasAnswered(user) });
  const applications = useInfiniteQuery(applicationsQuery);
  const { data: deletion } = useQuery(erasureQuery);
  const planned = deletion?.pending && (
    <Suspense>
      <DeletionPlanned />
    </Suspense>
  );
  const send = (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <SendToJobs />
      </Suspense>
    </ErrorBoundary>
  );
  return (
    <Dashboard
      user={user}
      profile={profile}
      interviews={interviews}
      matches={matches}
      applications={applications.data?.pages[0]?.applications}
      sent={countSent(applications.data)}
      send={send}
      deletion={planned}
    >
      <ErrorBoundary fallback={null}>
        <Suspense>
          <ApplicationsCard />
        </Suspense>
      </ErrorBoundary>
    </Dashboard>
  );
}
