import { useQuery } from "@tanstack/react-query";
import { matchesQuery } from "#/api/matches.queries.ts";
import { useUser } from "#/session/user.ts";
import { Matching } from "#/features/matching/Matching.tsx";

export default function MatchingPage() {
  return <Matching user={useUser()} query={useQuery(matchesQuery)} />;
}
