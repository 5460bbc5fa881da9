import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSearchParams } from "wouter";
import { matchesQuery } from "#/api/matches.queries.ts";
import { ApplyButton } from "#/features/applications/ApplyButton.tsx";
import { ApplyToSeveral } from "#/features/applications/ApplyToSeveral.tsx";
import { useUser } from "#/session/user.ts";
import { dropWantedJob } from "#/session/wantedJob.ts";
import { MatchList } from "#/features/matching/list/MatchList.tsx";

const ApplyFor = lazy(() => import("#/features/applications/ApplyFor.tsx"));

export default function MatchesPage() {
  const [search, setSearch] = useSearchParams();
  const all = useQuery(matchesQuery);
  const wanted = search.get("apply");
  const close = () => {
    dropWantedJob();
    setSearch((before) => without(before, "apply"), { replace: true });
  };
  return (
    <>
      <ApplyToSeveral jobs={all.data?.totalMatches ?? 0}>
        <MatchList
          user={useUser()}
          all={all}
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

function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest;
}
