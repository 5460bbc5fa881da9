import { useQuery } from "@tanstack/react-query";
import { matchesQuery } from "#/api/matches.queries.ts";
import { useUser } from "#/session/user.ts";
import { MatchList } from "#/features/matching/list/MatchList.tsx";

export default function MatchesPage() {
  return <MatchList user={useUser()} all={useQuery(matchesQuery)} />;
}
