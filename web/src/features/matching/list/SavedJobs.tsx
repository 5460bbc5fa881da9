import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { marksQuery, unmarkJob } from "#/api/matches.queries.ts";
import type { Mark } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { fromHome } from "../fromHome.ts";
import { failed } from "./failed.ts";
import type { ApplyTo } from "./Results.tsx";

/** The jobs that the person has saved, or those that they have hidden. */
export function SavedJobs({ mark, apply, several }: { mark: Mark["mark"]; apply: ApplyTo; several: ReactNode }) {
  const list = useInfiniteQuery(marksQuery(mark));
  return (
    <QueryState
      query={list}
      loading={<PageSpinner />}
      failed={(_error, retry) => (
        <Empty art="spanner" title={m.matching_list_marks_failed()}>
          <Button variant="second" {...retry}>
            {m.ui_retry()}
          </Button>
        </Empty>
      )}
    >
      {({ pages }) =>
        pages[0]?.marks.length === 0 ? (
          <None mark={mark} />
        ) : (
          <Stack>
            {mark === "saved" && <div>{several}</div>}
            <Card as="section">
              <DividedList>
                {pages.flatMap(({ marks }) => {
                  const around = marks.filter(({ open }) => open).map(({ jobId }) => jobId);
                  return marks.map((one) => (
                    <MarkedLine key={one.jobId} mark={one} apply={one.open && mark === "saved" && apply({ id: one.jobId, title: one.title }, around)} />
                  ));
                })}
              </DividedList>
            </Card>
            {list.hasNextPage && (
              <Button variant="second" full="phone" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {m.matching_list_more()}
              </Button>
            )}
          </Stack>
        )
      }
    </QueryState>
  );
}

function None({ mark }: { mark: Mark["mark"] }) {
  return mark === "saved" ? (
    <Empty art="compass" title={m.matching_list_saved_none()} text={m.matching_list_saved_none_text()} />
  ) : (
    <Empty art="comb" title={m.matching_list_hidden_none()} text={m.matching_list_hidden_none_text()} />
  );
}

function MarkedLine({ mark, apply }: { mark: Mark; apply: ReactNode }) {
  const unmark = useMutation({ ...unmarkJob, onError: failed });
  const { jobId, title, employer, open } = mark;
  const saved = mark.mark === "saved";
  const name = saved ? m.matching_list_unsave_name({ title }) : m.matching_list_unhide_name({ title });
  return (
    <Row as="li" spread wrap>
      <div>
        {open && <Pay low={mark.payLow} high={mark.payHigh} />}
        <Heading level={2} size={3}>
          {open ? <AppLink outside={`/jobs/${jobId}`}>{title}</AppLink> : title}
        </Heading>
        <Text size="small" quiet>
          {[employer, mark.remote ? fromHome(mark.state) : mark.city].filter(Boolean).join(", ")}
        </Text>
        {!open && (
          <Text size="small" strong>
            {m.matching_list_gone()}
          </Text>
        )}
      </div>
      {apply}
      <Button variant="second" size="small" busy={unmark.isPending} aria-label={name} onClick={() => unmark.mutate(jobId)}>
        {saved ? m.matching_list_unsave() : m.matching_list_unhide()}
      </Button>
    </Row>
  );
}
