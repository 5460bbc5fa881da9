import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { memberAccess, type Person, personQuery, queueQuery, reloadAfter, storeRating } from "#/api/deskPerson.queries.ts";
import { decideOptionsQuery } from "#/api/deskDecide.queries.ts";
import type { Unsent } from "#/api/deskUnsent.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { formatStage } from "#/desk/applications/filters.ts";
import { DECIDE_ACTIONS } from "#/desk/decide/draft.ts";
import type { DecideAction } from "#/desk/decide/words.ts";
import { restorePending } from "#/desk/decide/pending.ts";
import { UnsentNotices } from "#/desk/decide/UnsentNotices.tsx";
import { DueDay } from "#/desk/due/DueDay.tsx";
import { useDesk } from "#/desk/session.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Contest } from "#/desk/decide/Contest.tsx";
import { Contact } from "./Contact.tsx";
import { Earlier } from "./Earlier.tsx";
import { NextStep } from "./NextStep.tsx";
import { formatPlace, type Neighbor, useQueuePlace } from "./queuePlace.ts";
import { QuickAnswers } from "./QuickAnswers.tsx";
import { Review } from "./Review.tsx";
import { SharingPanel } from "./SharingPanel.tsx";
import { Story } from "./Story.tsx";

const DecideSheet = lazy(async () => ({ default: (await import("#/desk/decide/DecideSheet.tsx")).DecideSheet }));

const MINUTE_MS = 60_000;

/** One person: their answers, own levels first. */
export default function PersonPage({ id }: { id: string }) {
  const query = useQuery({ ...personQuery(id), refetchOnMount: "always", refetchInterval: ({ state }) => reloadAfter(state.data) });
  return (
    <QueryState
      query={query}
      loading={<PageSpinner />}
      failed={(error, retry) => (
        <Column>
          {error instanceof ApiError && error.status === 404 ? (
            <Empty art="compass" level={1} title={m.desk_person_missing()} text={m.desk_person_missing_text()}>
              <Button full="phone" href="/desk">
                {m.desk_go_today()}
              </Button>
            </Empty>
          ) : (
            <Empty art="spanner" level={1} title={m.desk_person_failed()} text={m.desk_person_failed_text()}>
              <Button full="phone" {...retry}>
                {m.ui_retry()}
              </Button>
            </Empty>
          )}
        </Column>
      )}
    >
      {(person) => <Loaded key={person.id} person={person} />}
    </QueryState>
  );
}

function Loaded({ person }: { person: Person }) {
  const { id, firstName } = person;
  const cache = useQueryClient();
  const { member } = useDesk();
  const navigate = useNavigate();
  const query = usePageQuery("/desk/applications/:id");
  const plays = query.play !== undefined;
  const now = useNow(MINUTE_MS);
  const keys = useShortcutsOn();
  const access = useMemo(() => memberAccess(id), [id]);
  const { place, filters, pathOf, back } = useQueuePlace(id, query);

  const { pending } = person;
  useEffect(() => {
    if (pending?.mine) restorePending(id, firstName, pending);
  }, [id, firstName, pending]);

  const hires = member.role !== "reviewer";
  const mayDecide = hires && person.turn !== null;
  const asked = DECIDE_ACTIONS.find((one) => one === query.decide);
  const [chosen, setDeciding] = useState<DecideAction | null>(null);
  // The sheet stays open when the application ends meanwhile, and says so.
  const [couldDecide, setCouldDecide] = useState(mayDecide);
  if (mayDecide && !couldDecide) setCouldDecide(true);
  const deciding = chosen ?? (couldDecide ? (asked ?? null) : null);
  const [written, setWritten] = useState<Unsent | null>(null);
  useShortcuts({ i: () => setDeciding("invite"), a: () => setDeciding("ask"), d: () => setDeciding("decline") }, { active: mayDecide && deciding === null });

  const reload = useCallback(() => {
    void cache.invalidateQueries({ queryKey: personQuery(id).queryKey });
    void cache.invalidateQueries({ queryKey: queueQuery.queryKey });
    void cache.invalidateQueries({ queryKey: ["desk", "place"] });
    void cache.invalidateQueries({ queryKey: decideOptionsQuery(id).queryKey });
  }, [cache, id]);
  const gone = () => {
    cache.setQueryData(personQuery(id).queryKey, (old) => old && { ...old, questions: [], contact: null });
    reload();
  };

  const { next: nextRow = null, previous: previousRow = null } = place ?? {};
  const open = (to: Neighbor) => navigate(pathOf(to));
  const next = nextRow ? { label: m.desk_person_next_person({ name: nextRow.firstName }), open: () => open(nextRow) } : null;
  const due =
    person.replyBy && person.turn === "employer" ? (
      <DueDay replyBy={person.replyBy} zone={person.zone} now={now} />
    ) : person.turn === null ? (
      <Tag>{formatStage(person.stage)}</Tag>
    ) : null;
  const close = () => {
    setDeciding(null);
    if (asked) navigate(pathOf({ id, key: place?.key ?? null }), { replace: true });
  };
  const sheet = deciding && (
    <Suspense>
      <DecideSheet applicationId={id} action={deciding} written={written?.action === deciding ? written.move : undefined} onClose={close} />
    </Suspense>
  );
  const shown = person.questions.some(({ answers }) => answers.length > 0);
  const story = (
    <>
      <NextStep person={person} now={now} onDecide={mayDecide ? setDeciding : null} />
      {person.look && <Contest look={person.look} name={firstName} />}
      <Story person={person} hires={hires} />
      {shown && <QuickAnswers person={person} />}
    </>
  );
  const again = (unsent: Unsent) => {
    setWritten(unsent);
    if (unsent.action !== "close") setDeciding(unsent.action);
  };
  const unsent = (alone: boolean) => hires && <UnsentNotices alone={alone} applicationId={id} onAgain={mayDecide ? again : null} />;
  if (!shown) {
    return (
      <Column>
        <Stack gap="l">
          {unsent(false)}
          <Empty art="compass" level={1} title={person.name} text={whyNothing(person)}>
            {mayDecide && (
              <Button full="phone" onClick={() => setDeciding("ask")}>
                {m.desk_decide_open()}
              </Button>
            )}
            {nextRow && (
              <Button full="phone" href={pathOf(nextRow)}>
                {m.desk_person_next_person({ name: nextRow.firstName })}
              </Button>
            )}
            <Button variant="second" full="phone" href={back.href}>
              {back.label}
            </Button>
          </Empty>
          {story}
          {sheet}
        </Stack>
      </Column>
    );
  }
  return (
    <>
      {unsent(true)}
      <Review
        subject={person}
        access={access}
        plays={plays}
        back={back}
        due={due}
        actions={
          <>
            {place && (
              <Text as="span" size="small" quiet num>
                {formatPlace(place, filters)}
              </Text>
            )}
            {mayDecide && (
              <Button variant="second" size="small" onClick={() => setDeciding("invite")}>
                {m.desk_decide_open()}
              </Button>
            )}
            {next && (
              <Button variant="second" size="small" onClick={next.open}>
                {m.desk_person_next()} {keys && <kbd>J</kbd>}
              </Button>
            )}
          </>
        }
        onRated={(question) => storeRating(cache, personQuery(id), question)}
        onViewed={reload}
        onGone={gone}
        next={next}
        previous={previousRow ? () => open(previousRow) : null}
        onDecide={mayDecide ? () => setDeciding("invite") : null}
        active={deciding === null}
        rates={person.stage !== "hired"}
        story={story}
      >
        <Contact person={person} />
        <Earlier earlier={person.earlier} />
        {hires && <SharingPanel id={id} name={firstName} />}
        {sheet}
      </Review>
    </>
  );
}

function whyNothing({ firstName, stage }: Person): string {
  if (stage === "withdrawn") return m.desk_person_withdrawn({ name: firstName });
  return stage === "closed" ? m.desk_person_closed() : m.desk_person_not_shared({ name: firstName });
}
