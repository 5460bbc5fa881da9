import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { matchesQuery } from "#/api/matches.queries.ts";
import { useUser } from "#/session/user.ts";
import { dropWantedJob, wantedJob } from "#/session/wantedJob.ts";
import { Matching } from "#/features/matching/Matching.tsx";

/** Without it, the next page asks for the consent. */
const StartHere = lazy(() =>
  import("./VideoInterviewPrep.tsx").then(
    ({ StartHere }) => ({ default: StartHere }),
    () => ({ default: () => null }),
  ),
);
const SendInstead = lazy(() => import("#/features/applications/SendInstead.tsx").catch(() => ({ default: () => null })));
const WantedJob = lazy(() => import("#/features/applications/WantedJob.tsx"));

export default function MatchingPage() {
  const [wanted, setWanted] = useState(wantedJob);
  const done = () => {
    dropWantedJob();
    setWanted(null);
  };
  return (
    <Matching user={useUser()} query={useQuery(matchesQuery)} consent={StartHere} send={SendInstead}>
      {wanted && (
        <Suspense>
          <WantedJob jobId={wanted} onDone={done} />
        </Suspense>
      )}
    </Matching>
  );
}
