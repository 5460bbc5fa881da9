import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { matchListQuery } from "#/api/matches.queries.ts";
import type { Matches, User } from "#/api/types.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Failed } from "../Failed.tsx";
import { MatchCard } from "./MatchCard.tsx";
import styles from "./Results.module.css";
import { NO_FILTERS, type State, viewOf } from "./view.ts";

/** Renders the way to apply for a job; `around` are the ids of its page. Pages compose it: another feature applies. */
export type ApplyTo = (job: { id: string; title: string }, around: readonly string[]) => ReactNode;

interface ResultsProps {
  state: State;
  onChange: (part: Partial<State>) => void;
  /** All matches, regardless of the filters. */
  matches: Matches;
  user: User;
  zip: string;
  apply: ApplyTo;
  several: ReactNode;
}

/** The filtered matches, a page at a time. */
export function Results({ state, onChange, matches, user, zip, apply, several }: ResultsProps) {
  const list = useInfiniteQuery(matchListQuery(viewOf(state)));
  if (matches.totalMatches === 0) {
    return <Empty art="hat" title={m.matching_list_all_hidden()} text={m.matching_list_all_hidden_text()} />;
  }
  return (
    <QueryState query={list} loading={<PageSpinner />} failed={(_error, { busy, onClick }) => <Failed busy={busy} onRetry={onClick} />}>
      {({ pages }) => {
        const shown = pages[0]?.shown ?? 0;
        if (shown === 0) {
          return (
            <Empty art="pad" title={m.matching_list_none()} text={formatWithoutFilters(matches.totalMatches)}>
              <Button
                variant="second"
                onClick={() => {
                  document.getElementById("main")?.focus({ preventScroll: true }); // The button is about to go.
                  onChange(NO_FILTERS);
                }}
              >
                {m.matching_list_clear()}
              </Button>
            </Empty>
          );
        }
        return (
          <Stack>
            <Row spread wrap>
              <Text quiet num role="status">
                {formatShown(shown, matches.totalMatches, zip)}
              </Text>
              {several}
            </Row>
            <div className={styles.cards}>
              {pages.flatMap(({ jobs }) => {
                const around = jobs.map(({ id }) => id);
                return jobs.map((job) => <MatchCard key={job.id} job={job} user={user} zip={zip} apply={apply(job, around)} />);
              })}
            </div>
            {list.isFetchNextPageError && <Text role="status">{m.matching_failed()}</Text>}
            {list.hasNextPage && (
              <Button variant="second" full="phone" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {m.matching_list_more()}
              </Button>
            )}
          </Stack>
        );
      }}
    </QueryState>
  );
}

function formatShown(shown: number, count: number, zip: string): string {
  const total = { count, countText: formatCount(count), zip };
  return shown < count ? m.matching_list_filtered({ ...total, shown: formatCount(shown) }) : m.matching_list_count(total);
}

function formatWithoutFilters(count: number): string {
  return m.matching_list_none_text({ count, countText: formatCount(count) });
}
