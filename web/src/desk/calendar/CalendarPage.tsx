import { HowItWent } from "#/desk/decide/HowItWent.tsx";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { calendarQuery } from "#/api/deskCalendar.queries.ts";
import { letterQuery, makeMove } from "#/api/deskDecide.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { Cancel } from "#/api/limits.gen.ts";
import type { CalendarEntry, DeskCalendar, FirstDay, NewMove } from "#/api/types.ts";
import { formatAppointmentIn, formatDayIn, formatLeaf, formatShortDay, formatTimeIn } from "#/format/calendar.ts";
import { formatCount } from "#/format/numbers.ts";
import { calendarDate } from "#/format/zones.ts";
import { FairWords } from "#/desk/decide/FairWords.tsx";
import { formatJob } from "#/desk/decide/pending.ts";
import { useFair } from "#/desk/decide/useFairStop.ts";
import { LetterText } from "#/desk/decide/Letter.tsx";
import { capitalized, inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { copyText } from "#/platform/clipboard.ts";
import { useNow } from "#/platform/clock.ts";
import { useContentKeys } from "#/platform/contentKeys.ts";
import { newKey } from "#/platform/keys.ts";
import { useDesk } from "#/desk/session.ts";
import { pathTo } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { cx } from "#/ui/cx.ts";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { FirstDays } from "./FirstDays.tsx";
import { OwnCalendar } from "./OwnCalendar.tsx";
import styles from "./CalendarPage.module.css";

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Days shown: the past week, so that every meeting gets its result, and four weeks ahead. */
const PAST = 7;
const AHEAD = 28;

/** Meetings that were agreed, first days of people hired, and invitations without a time yet. */
export default function CalendarPage() {
  const [[from, until]] = useState(() => {
    const today = new Date().setHours(0, 0, 0, 0);
    return [new Date(today - PAST * DAY).toISOString(), new Date(today + AHEAD * DAY).toISOString()] as const;
  });
  const query = useQuery(calendarQuery(from, until));
  return (
    <Wide className={styles.page}>
      <Heading level={1}>{m.desk_nav_calendar()}</Heading>
      <QueryState query={query} failed={m.desk_decide_calendar_failed()} outdated={m.desk_decide_calendar_outdated()}>
        {(calendar) => <Loaded calendar={calendar} />}
      </QueryState>
    </Wide>
  );
}

function Loaded({ calendar: { entries, firstDays, feed, own } }: { calendar: DeskCalendar }) {
  const [leaving, setLeaving] = useState<CalendarEntry | null>(null);
  const now = useNow(MINUTE);
  const { zone } = useDesk().employer;
  const meetings = entries.filter(({ startsAt }) => startsAt !== null);
  const waiting = entries.filter(({ startsAt }) => startsAt === null);
  const open = meetings.filter((one) => hasBegun(one, now) && one.state === "chosen");
  const past = meetings.filter((one) => !open.includes(one) && isBeforeToday(one, now));
  const ahead = meetings.filter((one) => !open.includes(one) && !past.includes(one));
  const starts = firstDays.filter(({ startOn }) => startOn >= calendarDate(zone, new Date(now)));
  const list = (found: CalendarEntry[]) => <Days meetings={found} onCancel={setLeaving} />;
  return (
    <>
      {entries.length === 0 && starts.length === 0 ? (
        <Empty art="pad" title={m.desk_decide_calendar_empty()} text={m.desk_decide_calendar_empty_text()} />
      ) : (
        <>
          <Week meetings={meetings} firstDays={starts} now={now} zone={zone} />
          <div className={styles.columns}>
            <Stack as="section" aria-label={m.desk_decide_calendar_meetings()} gap="l">
              {open.length > 0 && (
                <Stack>
                  <Heading level={2}>{m.desk_decide_calendar_result()}</Heading>
                  {list(open)}
                </Stack>
              )}
              <Stack>
                <Heading level={2}>{m.desk_decide_calendar_meetings()}</Heading>
                {ahead.length === 0 && <Text quiet>{m.desk_decide_calendar_no_meetings()}</Text>}
                {list(ahead)}
              </Stack>
              {past.length > 0 && (
                <Disclosure label={m.desk_decide_calendar_past({ countText: formatCount(past.length) })}>
                  <Stack>{list(past)}</Stack>
                </Disclosure>
              )}
            </Stack>
            <Stack gap="l">
              <FirstDays days={starts} />
              {waiting.length > 0 && (
                <Stack as="section" aria-label={m.desk_decide_calendar_waiting()}>
                  <Heading level={2}>{m.desk_decide_calendar_waiting()}</Heading>
                  <Card>
                    <DividedList>
                      {waiting.map((entry) => (
                        <Waiting key={entry.id} entry={entry} onCancel={setLeaving} />
                      ))}
                    </DividedList>
                  </Card>
                </Stack>
              )}
            </Stack>
          </div>
        </>
      )}
      <OwnCalendar own={own} />
      <Feed address={feed} />
      {leaving && <CancelDialog entry={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function hasBegun({ startsAt }: CalendarEntry, now: number): boolean {
  return startsAt !== null && Date.parse(startsAt) <= now;
}

function isBeforeToday({ zone, startsAt }: CalendarEntry, now: number): boolean {
  return startsAt !== null && calendarDate(zone, new Date(startsAt)) < calendarDate(zone, new Date(now));
}

function Days({ meetings, onCancel }: { meetings: CalendarEntry[]; onCancel: (entry: CalendarEntry) => void }) {
  const days = [...new Set(meetings.map(dayOf))].map((day) => ({ day, found: meetings.filter((one) => dayOf(one) === day) }));
  return days.map(({ day, found }) => (
    <Stack key={day} gap="xs">
      <Heading level={3}>{capitalized(day)}</Heading>
      <Card>
        <DividedList>
          {found.map((entry) => (
            <Meeting key={entry.id} entry={entry} onCancel={onCancel} />
          ))}
        </DividedList>
      </Card>
    </Stack>
  ));
}

/** Today and the six days after it, with a block for each meeting and each first day. */
function Week({ meetings, firstDays, now, zone }: { meetings: CalendarEntry[]; firstDays: FirstDay[]; now: number; zone: string }) {
  const dateOf = (one: CalendarEntry) => calendarDate(one.zone, new Date(one.startsAt ?? ""));
  const dates = Array.from({ length: 7 }, (_, day) => calendarDate(zone, new Date(now + day * DAY)));
  return (
    <ol aria-label={m.desk_decide_calendar_week()} className={styles.week}>
      {dates.map((date, at) => {
        const { weekday } = formatShortDay(date);
        const found = meetings.filter((one) => dateOf(one) === date);
        const starts = firstDays.filter(({ startOn }) => startOn === date);
        return (
          <li key={date} className={cx(styles.date, at === 0 && styles.today)}>
            <Text as="span" size="small" quiet>
              {weekday}
            </Text>
            <Text as="span" strong num>
              {formatLeaf(date).day}
            </Text>
            <span className={styles.blocks}>
              {[...found, ...starts].map(({ id }) => (
                <i key={id} className={styles.block} />
              ))}
              {found.length > 0 && <VisuallyHidden>{m.desk_decide_calendar_week_meetings({ count: found.length })}</VisuallyHidden>}
              {starts.length > 0 && <VisuallyHidden>{m.desk_decide_calendar_week_first_days({ count: starts.length })}</VisuallyHidden>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function dayOf({ zone, startsAt }: CalendarEntry): string {
  return formatDayIn(zone, startsAt ?? "");
}

type EntryProps = { entry: CalendarEntry; onCancel: (entry: CalendarEntry) => void };

function Meeting({ entry, onCancel }: EntryProps) {
  const { startsAt, zone, minutes, place, askFor, state, clashes } = entry;
  const { mutate, isPending, error } = useMutation(makeMove);
  const [key] = useState(newKey);
  const now = useNow(MINUTE);
  const begun = hasBegun(entry, now);
  const end = (action: "meet" | "no_show") => {
    if (!isPending) mutate({ id: entry.id, version: entry.version, key: `${key}-${action}`, move: { action } });
  };
  return (
    <li>
      <Stack gap="xs">
        <Row spread top>
          <div>
            <Text strong num>
              {m.desk_decide_calendar_at({ time: formatTimeIn(zone, startsAt ?? ""), minutes })}
            </Text>
            <Who entry={entry} />
            <Text size="small" quiet>
              {m.desk_decide_calendar_ask_for({ place: inSentence(place), who: inSentence(askFor) })}
            </Text>
          </div>
          {state === "met" && <Tag tone="good">{m.desk_decide_calendar_state_met()}</Tag>}
          {state === "no_show" && <Tag>{m.desk_decide_calendar_state_no_show()}</Tag>}
        </Row>
        {clashes.length > 0 && <Banner tone="plain" title={m.desk_decide_calendar_clash()} />}
        {error && (
          <Banner tone="danger" title={m.desk_decide_calendar_not_saved()}>
            {messageOf(error, m.desk_decide_not_sent_text())}
          </Banner>
        )}
        {state === "chosen" && (
          <Row wrap>
            {begun ? (
              <HowItWent name={entry.firstName} day={dayOf(entry)} busy={isPending} onEnd={end} />
            ) : (
              <>
                <Reschedule entry={entry}>{m.desk_decide_calendar_reschedule()}</Reschedule>
                <TextLink onClick={() => onCancel(entry)}>{m.desk_decide_calendar_cancel()}</TextLink>
              </>
            )}
          </Row>
        )}
      </Stack>
    </li>
  );
}

function Waiting({ entry, onCancel }: EntryProps) {
  return (
    <li>
      <Who entry={entry} />
      <Text size="small" quiet>
        {entry.offered.length > 0 ? m.desk_decide_calendar_offered() : m.desk_decide_calendar_none_left()}
      </Text>
      <ul>
        {entry.offered.map((time) => (
          <Text key={time} as="li" size="small" num>
            {formatAppointmentIn(entry.zone, time)}
          </Text>
        ))}
      </ul>
      {entry.clashes.map((time) => (
        <Banner key={time} tone="plain" title={m.desk_decide_calendar_clash_at({ time: formatAppointmentIn(entry.zone, time) })} />
      ))}
      <Row wrap>
        <Reschedule entry={entry}>{m.desk_decide_calendar_other_times()}</Reschedule>
        <TextLink onClick={() => onCancel(entry)}>{m.desk_decide_calendar_cancel()}</TextLink>
      </Row>
    </li>
  );
}

/** Opens the invitation with new times, which replaces this one. */
function Reschedule({ entry: { id, firstName, title, location }, children }: { entry: CalendarEntry; children: string }) {
  return (
    <TextLink
      href={pathTo<"/desk/applications/:id">(`/desk/applications/${id}`, { decide: "invite", from: "calendar" })}
      aria-label={m.desk_decide_calendar_reschedule_name({ action: children, name: `${firstName}, ${formatJob(title, location)}` })}
    >
      {children}
    </TextLink>
  );
}

function Who({ entry: { id, firstName, title, location, member, mine } }: { entry: CalendarEntry }) {
  return (
    <>
      <TextLink className={styles.name} href={pathTo<"/desk/applications/:id">(`/desk/applications/${id}`, { from: "calendar" })}>
        {firstName}
      </TextLink>
      <Text size="small">{location ? m.desk_decide_calendar_with({ title, location }) : title}</Text>
      {!mine && member && (
        <Text size="small" quiet>
          {m.desk_decide_calendar_member({ member })}
        </Text>
      )}
    </>
  );
}

/** Asks before a meeting is cancelled, with exactly what the candidate will read. */
function CancelDialog({ entry, onClose }: { entry: CalendarEntry; onClose: () => void }) {
  const { id, version, firstName: name, title, location, startsAt } = entry;
  const [words, setWords] = useState("");
  const [keyOf] = useContentKeys();
  const { mutate, isPending, error } = useMutation(makeMove);
  const move: NewMove = { action: "cancel", words: words.trim() || null };
  const query = useQuery({ ...letterQuery(id, move), placeholderData: (before) => before });
  const { fair, warning, checking, sendUnlessFound } = useFair(id, move);
  const send = () => {
    if (!isPending) mutate({ id, version, key: keyOf(JSON.stringify(move)), move, warning }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={startsAt ? m.desk_decide_calendar_cancel_title({ name }) : m.desk_decide_calendar_cancel_offer_title({ name })}
      text={m.desk_decide_calendar_cancel_text({ name })}
    >
      <Text quiet>{formatJob(title, location)}</Text>
      <Field label={m.desk_decide_words()} hint={m.desk_decide_words_optional()}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={Cancel.words}
            value={words}
            readOnly={isPending || checking}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      <FairWords {...fair} onSend={send} text={words} />
      <Heading level={3}>{m.desk_decide_will_read({ name })}</Heading>
      <Card line>
        <QueryState query={query} failed={m.desk_decide_letter_failed()}>
          {(preview) => <LetterText preview={preview} />}
        </QueryState>
      </Card>
      {error && (
        <Banner tone="danger" title={m.desk_decide_not_sent()}>
          {messageOf(error, m.desk_decide_not_sent_text())}
        </Banner>
      )}
      <Button full busy={isPending || checking} onClick={() => void sendUnlessFound(send)}>
        {m.desk_decide_calendar_cancel_send({ name })}
      </Button>
      <TextLink center onClick={onClose}>
        {m.desk_decide_calendar_keep()}
      </TextLink>
    </Dialog>
  );
}

function Feed({ address }: { address: string }) {
  const copy = () =>
    copyText(address).then(
      () => toast({ title: m.desk_decide_calendar_copied(), tone: "good" }),
      () => toast({ title: m.desk_decide_calendar_copy_failed(), tone: "danger" }),
    );
  return (
    <Card as="section" aria-label={m.desk_decide_calendar_feed()}>
      <Stack gap="s">
        <Heading level={2}>{m.desk_decide_calendar_feed()}</Heading>
        <Field label={m.desk_decide_calendar_feed_link()} hint={m.desk_decide_calendar_feed_text()} value={address} readOnly />
        <div>
          <Button variant="second" size="small" onClick={() => void copy()}>
            {m.desk_decide_calendar_copy()}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
