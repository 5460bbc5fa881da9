import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { deleteNote, type Note, notesQuery, type Person } from "#/api/deskPerson.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { formatStage } from "#/desk/applications/filters.ts";
import { formatChange, formatReason } from "#/desk/decide/words.ts";
import { zoneOf } from "#/desk/due/DueDay.tsx";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatCalendarDay, formatDay } from "#/format/due.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { formatDollars } from "#/format/pay.ts";
import { inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { owesLook } from "./NextStep.tsx";
import { NoteForm } from "./NoteForm.tsx";
import styles from "./Story.module.css";

type Made = Person["moves"][number];

interface Entry {
  key: string;
  at: string;
  title: string;
  /** Facts, such as a reason or a place. */
  facts: string[];
  /** What somebody wrote. */
  quote: string | null;
  /** An own note, which can be deleted. */
  note: string | null;
}

const NONE: Note[] = [];

/**
 * Where the application is and what happened: the newest first, the rest behind a tap. Never how good the answers are. Those who
 * hire also read and write notes here.
 */
export function Story({ person, hires }: { person: Person; hires: boolean }) {
  const zone = zoneOf(person.zone);
  const { data, error, refetch } = useQuery({ ...notesQuery(person.id), enabled: hires });
  const place = useRef<HTMLDivElement>(null);
  const [newest, ...older] = entriesOf(person, data?.notes ?? NONE);
  if (!newest) return null;
  // The pressed button has gone with its note. Who writes the next one already keeps the focus.
  const onGone = () => {
    if (!document.activeElement?.matches("input, textarea")) place.current?.focus();
  };
  const fresh = older.length === 0 && !person.pending && person.turn !== null;
  return (
    <Stack gap="s" ref={place} tabIndex={-1} className={fresh ? styles.fresh : undefined}>
      {fresh ? (
        <Text size="small" quiet className={styles.sent}>
          {m.desk_person_story_sent({ day: formatDay(newest.at, zone) })}
        </Text>
      ) : (
        <Happenings {...{ person, newest, older, zone, onGone }} />
      )}
      {hires && error && !data && (
        <Banner tone="danger" title={m.desk_person_notes_failed()}>
          <TextLink onClick={() => void refetch()}>{m.ui_retry()}</TextLink>
        </Banner>
      )}
      {/* Outside the card, which comes with the first note: the form must stay the same while that is on its way. */}
      {hires && <NoteForm person={person} />}
    </Stack>
  );
}

type HappeningsProps = { person: Person; newest: Entry; older: Entry[]; zone: string; onGone: () => void };

function Happenings({ person, newest, older, zone, onGone }: HappeningsProps) {
  const shared = { zone, application: person.id, onGone };
  return (
    <Card as="section" className={styles.card} aria-label={m.desk_person_story()}>
      <Row spread>
        <Heading level={2} size={3}>
          {m.desk_person_story()}
        </Heading>
        <Tag>{formatStage(person.stage)}</Tag>
      </Row>
      <Happened entry={newest} {...shared} />
      {older.length > 0 && (
        <Disclosure label={m.desk_person_story_before({ count: older.length, countText: formatCount(older.length) })}>
          <Stack as="ol" gap="s" className={styles.list}>
            {older.map((entry) => (
              <li key={entry.key}>
                <Happened entry={entry} {...shared} />
              </li>
            ))}
          </Stack>
        </Disclosure>
      )}
    </Card>
  );
}

type HappenedProps = { entry: Entry; zone: string; application: string; onGone: () => void };

function Happened({ entry: { at, title, facts, quote, note }, zone, application, onGone }: HappenedProps) {
  return (
    <div className={styles.entry}>
      <Row spread top>
        <Text strong>{title}</Text>
        <Text as="span" size="small" quiet className={styles.day}>
          <time dateTime={at}>{formatDay(at, zone)}</time>
        </Text>
      </Row>
      {facts.map((fact) => (
        <Text key={fact} size="small">
          {fact}
        </Text>
      ))}
      {quote && <p className={styles.quote}>{m.desk_person_quote({ quote })}</p>}
      {note && <DeleteNote application={application} note={note} text={quote ?? ""} onGone={onGone} />}
    </div>
  );
}

/** Characters of a note in the name of its button. */
const EXCERPT = 60;

type DeleteNoteProps = { application: string; note: string; text: string; onGone: () => void };

function DeleteNote({ application: id, note, text, onGone }: DeleteNoteProps) {
  const { mutateAsync, isPending, error } = useMutation(deleteNote);
  return (
    <>
      {error && (
        <Banner tone="danger" title={m.desk_person_note_not_deleted()}>
          {messageOf(error, m.desk_person_note_again())}
        </Banner>
      )}
      <div>
        <TextLink
          onClick={() => !isPending && void mutateAsync({ id, note }).then(onGone, () => undefined)}
          aria-label={m.desk_person_note_delete_of({ text: text.slice(0, EXCERPT) })}
        >
          {m.desk_person_note_delete()}
        </TextLink>
      </div>
    </>
  );
}

/** They begin, move or end a meeting. */
const MEETING_MOVES: readonly string[] = ["invite", "choose_time", "refuse_times", "meet", "no_show", "cancel"];

/** Returns what happened, newest first: moves with what belongs to them, messages and notes. Views are listed elsewhere. */
function entriesOf(person: Person, notes: readonly Note[]): Entry[] {
  const { messages } = person;
  // Another look that is owed has its own card.
  const owed = owesLook(person) ? person.moves.at(-1) : undefined;
  const moves = person.moves.filter((made) => made.action !== "view" && made !== owed);
  const written = (made: Made, sender: "candidate" | "member") =>
    messages.find((one) => one.sender === sender && one.sentAt === made.madeAt && one.question === (sender === "member"));
  const own = new Set<string>();
  const told = moves.map((made): Entry => {
    const text = made.action === "ask" ? written(made, "member") : made.action === "answer" ? written(made, "candidate") : undefined;
    if (text) own.add(text.id);
    const asked = made.action === "answer" ? messages.filter((one) => one.question && one.sentAt < made.madeAt).at(-1) : undefined;
    const before = moves.filter((one) => one.number < made.number && MEETING_MOVES.includes(one.action)).at(-1)?.action;
    const isLast = moves.filter(({ action }) => action === made.action).at(-1) === made;
    return {
      key: `move ${made.number}`,
      at: made.madeAt,
      title:
        made.action === "refuse_times" && before === "choose_time"
          ? m.desk_decide_change_cannot_come()
          : formatChange(made.action, made.name, made.fromStage, before === "choose_time"),
      facts: asked ? [m.desk_person_quote({ quote: asked.text })] : factsOf(made, person, isLast),
      quote: text?.text ?? made.words,
      note: null,
    };
  });
  const rest = messages
    .filter(({ id }) => !own.has(id))
    .map((one): Entry => ({
      key: one.id,
      at: one.sentAt,
      title: m.desk_person_story_wrote({ name: one.name ?? person.firstName }),
      facts: [],
      quote: one.text,
      note: null,
    }));
  const noted = notes.map((one): Entry => ({
    key: one.id,
    at: one.writtenAt,
    title: m.desk_person_note_entry({ name: one.name }),
    facts: one.told.length > 0 ? [m.desk_person_note_told({ names: formatList(one.told) })] : [],
    quote: one.text,
    note: one.own ? one.id : null,
  }));
  return [...told.reverse(), ...rest, ...noted].sort((a, b) => b.at.localeCompare(a.at));
}

/** The meeting and the offer are the latest ones, so they belong to the last move of their kind. */
function factsOf({ action, reason }: Made, { meeting, offer, stage }: Person, isLast: boolean): string[] {
  if (action === "decline" || action === "close") return reason ? [formatReason(reason)] : [];
  if (!isLast) return [];
  if (action === "invite" && meeting) {
    const times = formatList(meeting.offered.map((time) => formatAppointmentIn(meeting.zone, time)));
    const isOpen = stage === "invited" && meeting.state === "offered";
    const left = times ? `${m.desk_decide_calendar_offered()} ${times}` : m.desk_decide_calendar_none_left();
    return [...(isOpen ? [left] : []), whereOf(meeting)];
  }
  // Of an earlier meeting, the time is not known here.
  if ((action === "meet" && meeting?.state === "met") || (action === "no_show" && meeting?.state === "no_show"))
    return meeting.startsAt ? [formatAppointmentIn(meeting.zone, meeting.startsAt)] : [];
  if (action === "choose_time" && meeting?.startsAt) return [formatAppointmentIn(meeting.zone, meeting.startsAt), whereOf(meeting)];
  if (action === "offer" && offer) {
    const day = formatCalendarDay(offer.startOn);
    const { firstShift: shift, place } = offer;
    const by = offer.answerBy ? [m.desk_person_story_answer_by({ day: formatCalendarDay(offer.answerBy) })] : [];
    return [m.desk_person_story_pay({ pay: formatDollars(offer.pay), day }), m.desk_person_story_shift({ shift: inSentence(shift), place }), ...by];
  }
  return [];
}

function whereOf({ place, askFor: who }: NonNullable<Person["meeting"]>): string {
  return m.desk_decide_calendar_ask_for({ place: inSentence(place), who: inSentence(who) });
}
