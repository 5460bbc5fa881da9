import { useQuery } from "@tanstack/react-query";
import { matchesQuery } from "#/api/matches.queries.ts";
import { useUser } from "#/api/session.queries.ts";
import { Matching } from "#/features/matching/Matching.tsx";
import { usePreload } from "#/platform/preload.ts";

const nextPage = () => import("./VideoInterviewPrep.tsx");

export default function MatchingPage() {
  usePreload(nextPage);
  return <Matching user={useUser()} query={useQuery(matchesQuery)} />;
}
