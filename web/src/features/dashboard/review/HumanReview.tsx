import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { askForReview, chooseScoring, reviewQuery } from "#/api/reviews.queries.ts";
import type { Interview, Review } from "#/api/types.ts";
import { formatDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Levels } from "#/ui/Levels/Levels.tsx";
import { Quote } from "#/ui/Quote/Quote.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

type View = "look" | "ask" | "choose";

/** Human review: its result, its pending state, or the request form. */
export function HumanReview({ interview }: { interview: Interview }) {
  const { data } = useQuery(reviewQuery(interview.id));
  const [view, setView] = useState<View>("look");
  if (!data) return null;
  const back = () => setView("look");
  return (
    <Callout as="section" aria-label={m.dashboard_person()}>
      <Stack gap="s">
        <Heading level={3} size={3}>
          {m.dashboard_person()}
        </Heading>
        {data.review?.settledAt != null && <Found review={data.review} />}
        {(data.awaitsPerson || !interview.hasReader) && <Awaited interview={interview} review={data.review} />}
        {view === "ask" && <Ask id={interview.id} onDone={back} />}
        {view === "choose" && <TakeAway interview={interview} onDone={back} />}
        {view === "look" && <Ways interview={interview} {...data} onView={setView} />}
      </Stack>
    </Callout>
  );
}

function Awaited({ interview, review }: { interview: Interview; review: Review | null }) {
  const asked = review?.settledAt === null ? review.askedAt : null;
  return (
    <Text size="small" role="status">
      {interview.hasReader ? formatAwaited(asked) : m.dashboard_person_nobody()} {interview.scoring === "declined" && m.dashboard_person_unscored()}
    </Text>
  );
}

function formatAwaited(asked: string | null): string {
  return asked === null ? m.dashboard_person_awaited() : m.dashboard_person_asked({ date: formatDate(asked) });
}

function formatOffer(review: Review | null): string {
  return review?.settledAt == null ? m.dashboard_person_text() : m.dashboard_person_again();
}

type WaysProps = { interview: Interview; awaitsPerson: boolean; review: Review | null; onView: (view: View) => void };

function Ways({ interview: { id, scoring, hasReader }, awaitsPerson, review, onView }: WaysProps) {
  const choosing = useMutation(chooseScoring);
  return (
    <>
      {!awaitsPerson && hasReader && (
        <>
          <Text size="small">{formatOffer(review)}</Text>
          <Button variant="second" full onClick={() => onView("ask")}>
            {m.dashboard_person_ask()}
          </Button>
        </>
      )}
      {scoring === "done" && <TextLink onClick={() => onView("choose")}>{m.dashboard_person_no_ai()}</TextLink>}
      {choosing.isError && <Refused error={choosing.error} />}
      {scoring === "declined" && <TextLink onClick={() => choosing.mutate({ id, wanted: true })}>{m.dashboard_person_ai()}</TextLink>}
    </>
  );
}

function Ask({ id, onDone }: { id: string; onDone: () => void }) {
  const [note, setNote] = useState("");
  const asking = useMutation(askForReview);
  const ask = () => asking.mutate({ id, note: note.trim() }, { onSuccess: onDone });
  return (
    <Stack gap="s">
      <Field label={m.dashboard_person_note()} hint={m.dashboard_person_note_hint()}>
        {(ids) => <textarea {...ids} rows={3} maxLength={1000} value={note} onChange={(event) => setNote(event.currentTarget.value)} />}
      </Field>
      {asking.isError && <Refused error={asking.error} />}
      <Button full busy={asking.isPending} onClick={ask}>
        {m.dashboard_person_ask()}
      </Button>
      <TextLink center onClick={onDone}>
        {m.dashboard_person_back()}
      </TextLink>
    </Stack>
  );
}

function TakeAway({ interview: { id, hasReader }, onDone }: { interview: Interview; onDone: () => void }) {
  const choosing = useMutation(chooseScoring);
  const take = () => choosing.mutate({ id, wanted: false }, { onSuccess: onDone });
  return (
    <Stack gap="s">
      <Text>{hasReader ? m.dashboard_person_no_ai_text() : m.dashboard_person_no_ai_nobody()}</Text>
      {choosing.isError && <Refused error={choosing.error} />}
      <Button full busy={choosing.isPending} onClick={take}>
        {m.dashboard_person_no_ai_yes()}
      </Button>
      <TextLink center onClick={onDone}>
        {m.dashboard_person_no_ai_no()}
      </TextLink>
    </Stack>
  );
}

function Refused({ error }: { error: unknown }) {
  return (
    <Banner tone="danger" title={m.dashboard_person_failed()}>
      {messageOf(error, m.dashboard_person_failed_text())}
    </Banner>
  );
}

/** The result of a human review: a message to the candidate, and a level for each skill. */
function Found({ review: { reviewer, settledAt, comment, ratings, total } }: { review: Review }) {
  const rated = ratings.filter(({ level }) => level !== null).length;
  return (
    <Stack gap="s">
      <Text>
        {m.dashboard_person_found({ name: reviewer ?? "", date: settledAt === null ? "" : formatDate(settledAt) })}{" "}
        {total !== null &&
          (rated < ratings.length ? m.dashboard_person_total_part({ score: total, count: rated, total: ratings.length }) : m.dashboard_person_total({ total }))}
      </Text>
      {comment !== null && <Quote>{m.dashboard_quote({ words: comment })}</Quote>}
      <DividedList>
        {ratings.map(({ competency, level, levelText }) => (
          <Stack as="li" gap="xs" key={competency}>
            <Row spread>
              <Text strong>{competency}</Text>
              <Levels level={level} />
            </Row>
            <Text size="small" quiet>
              {levelText}
            </Text>
          </Stack>
        ))}
      </DividedList>
    </Stack>
  );
}
