import type { UseQueryResult } from "@tanstack/react-query";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { ApiError } from "#/api/errors.ts";
import type { Matches, User } from "#/api/types.ts";
import { useElapsed } from "#/platform/clock.ts";
import { useReducedMotion } from "#/platform/motion.ts";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Failed } from "./Failed.tsx";
import { type ConsentProps, Found } from "./Found.tsx";
import { NoMatches, Nowhere } from "./NoMatches.tsx";
import { phaseOf, type Result } from "./phase.ts";
import { Searching } from "./Searching.tsx";
import { Unanswered } from "./Unanswered.tsx";

const Slots = lazy(() => import("./Slots.tsx"));

const TICK_MS = 100;

interface MatchingProps {
  user: User;
  query: UseQueryResult<Matches>;
  /** What the results begin with. */
  children?: ReactNode;
  /** What the results end with. */
  consent: ComponentType<ConsentProps>;
  /** For somebody who has an interview: where to send it, instead of another one. */
  send: ComponentType;
}

/** Searches for jobs, then shows the results. Give each attempt its own `key`: the search starts on mount. */
export function Matching({ user, query, consent, send, children }: MatchingProps) {
  const still = useReducedMotion();
  // A person who returns to loaded matches does not see the search animation again.
  const [hadMatches] = useState(query.isSuccess);
  const [searching, setSearching] = useState(!hadMatches && !still);
  const [later, setLater] = useState(false);
  const elapsed = useElapsed(searching ? TICK_MS : null);
  const phase = phaseOf(searching ? elapsed : Infinity, resultOf(query));
  if (searching && phase.kind !== "searching") setSearching(false);

  switch (phase.kind) {
    case "searching":
      return <Searching user={user} {...phase} />;
    case "failed":
      return <Failed busy={query.isFetching} onRetry={() => void query.refetch()} />;
    case "unanswered":
      return <Unanswered />;
    case "none":
      return <NoMatches matches={phase.matches} user={user} zip={phase.matches.zipCode ?? user.zipCode ?? ""} />;
    case "nowhere":
      return <Nowhere zip={phase.zip} user={user} />;
    case "found":
      if (later)
        return (
          <Suspense fallback={<PageSpinner />}>
            <Slots onBack={() => setLater(false)} />
          </Suspense>
        );
      return (
        <Found
          matches={phase.matches}
          zip={phase.matches.zipCode ?? user.zipCode ?? ""}
          onLater={() => setLater(true)}
          consent={consent}
          send={user.interviewCompleted ? send : undefined}
        >
          {children}
        </Found>
      );
    default:
      return phase satisfies never;
  }
}

function resultOf(query: UseQueryResult<Matches>): Result {
  if (query.isSuccess) return { state: "done", matches: query.data };
  if (query.isPending) return { state: "pending" };
  const { error } = query;
  return { state: "failed", unanswered: error instanceof ApiError && error.code === "answers_missing" };
}
