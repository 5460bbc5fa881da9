import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#/api/errors.ts";
import type { Matches, User } from "#/api/types.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { Failed } from "../Failed.tsx";
import { NoMatches, Nowhere } from "../NoMatches.tsx";
import { Unanswered } from "../Unanswered.tsx";
import { Filters } from "./Filters.tsx";
import styles from "./Filters.module.css";
import { SavedJobs } from "./SavedJobs.tsx";
import { type ApplyTo, Results } from "./Results.tsx";
import { addressOfList, type Show, type State, stateOf } from "./view.ts";

interface MatchListProps {
  user: User;
  /** The statistics over all matches. */
  all: UseQueryResult<Matches>;
  apply: ApplyTo;
  /** Begins to apply to several of them. */
  several?: ReactNode;
}

/** All matches, with sorting, filters, and save and hide buttons. */
export function MatchList({ user, all, apply, several }: MatchListProps) {
  if (all.isPending) return <PageSpinner />;
  if (all.isError) {
    if (all.error instanceof ApiError && all.error.code === "answers_missing") return <Unanswered />;
    return <Failed busy={all.isFetching} onRetry={() => void all.refetch()} />;
  }
  const matches = all.data;
  const zip = matches.zipCode ?? user.zipCode ?? "";
  if (matches.totalMatches === 0 && matches.saved === 0 && matches.hidden === 0) {
    const unknown = !matches.place && !matches.catalogueEmpty;
    return unknown ? <Nowhere zip={zip} user={user} /> : <NoMatches matches={matches} user={user} zip={zip} />;
  }
  return <Lists matches={matches} user={user} zip={zip} apply={apply} several={several} />;
}

function Lists({ matches, user, zip, apply, several }: Omit<MatchListProps, "all"> & { matches: Matches; zip: string }) {
  const state = stateOf(usePageQuery("/matches"));
  const navigate = useNavigate();
  const change = (part: Partial<State>) => navigate(addressOfList({ ...state, ...part }), { replace: true });
  const counts: Record<Show, string> = {
    all: m.matching_list_all({ count: formatCount(matches.totalMatches) }),
    saved: m.matching_list_saved({ count: matches.saved }),
    hidden: m.matching_list_hidden({ count: matches.hidden }),
  };
  return (
    <Wide>
      <Stack gap="m">
        <Heading level={1}>{m.matching_list_title()}</Heading>
        <Row role="group" aria-label={m.matching_list_show()} className={styles.shows}>
          {(["all", "saved", "hidden"] as const).map((show) => (
            <Pill key={show} on={state.show === show} onClick={() => change({ show })}>
              {counts[show]}
            </Pill>
          ))}
        </Row>
        {state.show === "all" ? (
          <>
            <Filters state={state} onChange={change} />
            <Results state={state} onChange={change} matches={matches} user={user} zip={zip} apply={apply} several={several} />
          </>
        ) : (
          <SavedJobs mark={state.show} apply={apply} several={several} />
        )}
      </Stack>
    </Wide>
  );
}
