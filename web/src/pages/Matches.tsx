import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { matchesQuery } from "#/api/matches.queries.ts";
import { ApplyButton } from "#/features/applications/ApplyButton.tsx";
import { ApplyToSeveral, SeveralLink } from "#/features/applications/ApplyToSeveral.tsx";
import { useUser } from "#/session/user.ts";
import { dropWantedJob } from "#/session/wantedJob.ts";
import { MatchList } from "#/features/matching/list/MatchList.tsx";
import { pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";

const ApplyFor = lazy(() => import("#/features/applications/ApplyFor.tsx"));

export default function MatchesPage() {
  const { apply: wanted, ...list } = usePageQuery("/matches");
  const navigate = useNavigate();
  const all = useQuery(matchesQuery);
  const close = () => {
    dropWantedJob();
    navigate(pathTo("/matches", list), { replace: true });
  };
  return (
    <>
      <ApplyToSeveral jobs={all.data?.totalMatches ?? 0}>
        <MatchList
          user={useUser()}
          all={all}
          several={<SeveralLink />}
          apply={({ id, title }, around) => <ApplyButton jobId={id} title={title} around={around} />}
        />
      </ApplyToSeveral>
      {wanted && (
        <Suspense>
          <ApplyFor jobId={wanted} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
