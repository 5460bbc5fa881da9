import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { decideOptionsQuery, type Unsent } from "#/api/deskDecide.queries.ts";
import { type ListPlace, placeQuery, savedViewsQuery } from "#/api/deskList.queries.ts";
import { memberAccess, type Person, aheadQuery, beginningQuery, personQuery, queueQuery, storeRating } from "#/api/deskPerson.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { listPath, personPath } from "#/desk/applications/address.ts";
import { areSame, filtersOf, filtersOfText, formatStage, formatView } from "#/desk/applications/filters.ts";
import { Contest } from "#/desk/decide/Contest.tsx";
import { DECIDE_ACTIONS } from "#/desk/decide/draft.ts";
import { restorePending } from "#/desk/decide/pending.ts";
import { UnsentNotices } from "#/desk/decide/UnsentNotices.tsx";
import type { DecideAction } from "#/desk/decide/words.ts";
import { DueDay } from "#/desk/due/DueDay.tsx";
import { useDesk } from "#/desk/session.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { type AppPath, pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { Earlier } from "./Earlier.tsx";
import { hasMore, NextStep, owesLook } from "./NextStep.tsx";
import { NoAnswers } from "./NoAnswers.tsx";
import { QuickAnswers } from "./QuickAnswers.tsx";
import { Review } from "./Review.tsx";
import { SharingPanel } from "./SharingPanel.tsx";
import { Story } from "./Story.tsx";

const DecideSheet = lazy(async () => ({ default: (await import("#/desk/decide/DecideSheet.tsx")).DecideSheet }));

const MINUTE_MS = 60_000;

/** One person: their answers, own levels first. */
export default function PersonPage({ id }: { id: string }) {
  const cache = useQueryClient();
  const placeholderData = () => cache.getQueryData(aheadQuery(id).queryKey);
  const query = useQuery({ ...personQuery(id), placeholderData, refetchOnMount: "always" });
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
  const { id, firstName, title, location } = person;
  const cache = useQueryClient();
  const { member } = useDesk();
  const navigate = useNavigate();
  const query = usePageQuery("/desk/applications/:id");
  const plays = query.play !== undefined;
  const now = useNow(MINUTE_MS);
  const keys = useShortcutsOn();
  const access = useMemo(() => memberAccess(id), [id]);
  const { place, view, pathOf, back, atEnd } = useQueuePlace(id, query);

  const { pending } = person;
  useEffect(() => {
    if (pending?.mine) restorePending({ id, firstName, title, location }, pending);
  }, [id, firstName, title, location, pending]);

  const hires = member.role !== "reviewer";
  const mayDecide = hires && person.turn !== null && !pending;
  const asked = DECIDE_ACTIONS.find((one) => one === query.decide);
  const [chosen, setDeciding] = useState<DecideAction | null>(null);
  // The sheet stays open when the application ends meanwhile, and says so.
  const [couldDecide, setCouldDecide] = useState(mayDecide);
  if (mayDecide && !couldDecide) setCouldDecide(true);
  const deciding = chosen ?? (couldDecide ? (asked ?? null) : null);
  const [written, setWritten] = useState<Unsent | null>(null);
  useShortcuts({ l: () => navigate(back.href) }, { active: deciding === null });
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
  const next = nextRow
    ? { label: m.desk_person_next_person({ name: nextRow.firstName }), href: pathOf(nextRow), open: () => open(nextRow) }
    : atEnd && { label: m.desk_person_to_list(), href: atEnd, open: () => navigate(atEnd) };
  const previous = previousRow ? () => open(previousRow) : null;
  const where = place && [formatPlace(place, view), atEnd && m.desk_person_list_end()].filter(Boolean).join(". ");
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
  const shown = person.questions.some(({ answers }) => answers.length > 0);
  const toAnswers = () => {
    close();
    // On phones they are below what there is to do next.
    document.getElementById("answers")?.scrollIntoView({ block: "start" });
  };
  const sheet = deciding && (
    <Suspense>
      <DecideSheet
        applicationId={id}
        action={deciding}
        written={written?.action === deciding ? written.move : undefined}
        onClose={close}
        onAnswers={shown ? toAnswers : undefined}
      />
    </Suspense>
  );
  const upcoming = { person, now, hires, onDecide: mayDecide ? setDeciding : null };
  const step = (hasMore(person) || !shown) && (
    <>
      <NextStep {...upcoming} />
      {person.look && owesLook(person) && <Contest look={person.look} name={firstName} />}
    </>
  );
  const story = (
    <>
      {shown && <QuickAnswers person={person} />}
      {!step && <NextStep {...upcoming} />}
      <Story person={person} hires={hires} />
    </>
  );
  const again = (unsent: Unsent) => {
    setWritten(unsent);
    if (unsent.action !== "close") setDeciding(unsent.action);
  };
  const unsent = (alone: boolean) => hires && <UnsentNotices alone={alone} applicationId={id} onAgain={mayDecide ? again : null} />;
  const announced = <VisuallyHidden role="status">{atEnd && m.desk_person_list_end()}</VisuallyHidden>;
  if (!shown) {
    return (
      <NoAnswers
        person={person}
        unsent={unsent(false)}
        place={where}
        next={next}
        previous={previous}
        back={back}
        onDecide={mayDecide ? () => setDeciding("ask") : null}
        active={deciding === null}
      >
        {announced}
        {step}
        <Contact person={person} />
        {story}
        {sheet}
      </NoAnswers>
    );
  }
  return (
    <>
      {announced}
      {unsent(true)}
      <Review
        subject={person}
        access={access}
        plays={plays}
        unseen={owesLook(person) ? unseenIn(person) : []}
        back={back}
        due={due}
        place={
          where && (
            <Text as="span" size="small" quiet num>
              {where}
            </Text>
          )
        }
        actions={
          <>
            {mayDecide && (
              <Button variant="second" size="small" onClick={() => setDeciding("invite")}>
                {m.desk_decide_open()}
              </Button>
            )}
            {next && (
              <Button variant="second" size="small" onClick={next.open}>
                {nextRow ? m.desk_person_next() : m.desk_person_to_list()} {keys && <kbd>J</kbd>}
              </Button>
            )}
          </>
        }
        onRated={(question) => storeRating(cache, personQuery(id), question)}
        onViewed={reload}
        onGone={gone}
        next={next}
        previous={previous}
        onDecide={mayDecide ? () => setDeciding("invite") : null}
        active={deciding === null}
        rates={person.stage !== "hired"}
        step={step}
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

/** Another look begins with what nobody has watched or read yet. */
function unseenIn({ questions, viewed }: Person): number[] {
  const seen = new Set(viewed.map(({ answer }) => answer));
  return questions.flatMap(({ answers }) => answers.map(({ order }) => order)).filter((order) => !seen.has(order));
}

/** How to reach the candidate, as long as they share it. */
function Contact({ person: { contact, viewed } }: { person: Person }) {
  const viewers = [...new Set(viewed.map(({ name }) => name))];
  if (!contact && viewers.length === 0) return null;
  return (
    <Card as="section">
      <Stack gap="xs">
        {contact && (
          <Heading level={2} size={3}>
            {m.desk_person_contact()}
          </Heading>
        )}
        {contact?.email && (
          <Text>
            <AppLink outside={`mailto:${contact.email}`}>{contact.email}</AppLink>
          </Text>
        )}
        {contact?.phone && (
          <Text>
            <AppLink outside={`tel:${contact.phone}`}>{contact.phone}</AppLink>
          </Text>
        )}
        {viewers.length > 0 && (
          <Text size="small" quiet>
            {m.desk_person_viewed_by({ names: new Intl.ListFormat(m.ui_locale()).format(viewers) })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

type Neighbor = { id: string; key: string | null };

/** The place of a person in the list that the page was opened from, else in what needs a reply, and the addresses of the others in it. */
function useQueuePlace(id: string, { from, key: given }: { from?: string; key?: string }) {
  const list = from === "calendar" || from === "messages" ? undefined : from;
  const cache = useQueryClient();
  const filters = filtersOfText(list ?? "");
  // Opened without one: it is kept, so that the place stays after a decision.
  const [found, setFound] = useState(given);
  const { data: place = null } = useQuery(placeQuery(id, filters, found));
  if (found === undefined && place?.key) setFound(place.key);
  const { data: saved = [] } = useQuery({ ...savedViewsQuery, enabled: list !== undefined });
  const next = place?.next ?? null;
  const [nextId, nextKey] = [next?.id, next?.key];
  useEffect(() => {
    if (!nextId || !nextKey) return;
    void cache.prefetchQuery(beginningQuery(nextId));
    void cache.prefetchQuery(placeQuery(nextId, filtersOfText(list ?? ""), nextKey));
  }, [cache, list, nextId, nextKey]);

  const pathOf = ({ id: to, key }: Neighbor): AppPath => {
    if (list !== undefined && key) return personPath(to, filters, key);
    return pathTo<"/desk/applications/:id">(`/desk/applications/${to}`, { key: key ?? undefined });
  };
  const back = list === undefined ? backTo(from, id) : { href: listPath(filters, found, id), label: m.desk_nav_applications() };
  const own = saved.find((one) => areSame(filtersOf(one), filters));
  // An application that never was in the list has no end of it.
  const atEnd = place && !next && (place.number !== null || found !== undefined) ? listPath(filters, found, id) : null;
  return { place, view: own?.name ?? formatView(filters.view), pathOf, back, atEnd };
}

/** The page that a person was opened from, if not from the list. */
function backTo(from: string | undefined, application: string): { href: AppPath; label: string } {
  if (from === "calendar") return { href: "/desk/calendar", label: m.desk_nav_calendar() };
  if (from === "messages") return { href: pathTo("/desk/messages", { application }), label: m.desk_nav_messages() };
  return { href: "/desk", label: m.desk_nav_today() };
}

/** Such as "20 of 497 in Late"; null once the person is not in the list. */
function formatPlace({ number, total }: ListPlace, view: string): string | null {
  if (number === null) return null;
  return total === null
    ? m.desk_person_place_many({ number: formatCount(number), view })
    : m.desk_person_place_in({ number: formatCount(number), total: formatCount(total), view });
}
