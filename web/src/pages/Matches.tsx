import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { matchesQuery } from "#/api/matches.queries.ts";
import { ApplyButton } from "#/features/applications/ApplyButton.tsx";
import { ApplyToSeveral } from "#/features/applications/ApplyToSeveral.tsx";
import { useUser } from "#/session/user.ts";
import { MatchList } from "#/features/matching/list/MatchList.tsx";

export default function MatchesPage() {
  const [search] = useSearchParams();
  const wanted = search.get("apply");
  return (
    <ApplyToSeveral>
      <MatchList
        user={useUser()}
        all={useQuery(matchesQuery)}
        apply={({ id, title }, around) => <ApplyButton jobId={id} title={title} around={around} open={id === wanted} />}
      />
    </ApplyToSeveral>
  );
}
