import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { makeMove, refreshDesk } from "#/api/deskDecide.queries.ts";
import { closeFilledJob } from "#/api/deskJobs.queries.ts";
import type { Person } from "#/api/deskPerson.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { useTakeBack } from "#/desk/decide/PendingBar.tsx";
import { usePendingDecisions } from "#/desk/decide/pending.ts";
import { DidMeet } from "#/desk/decide/DidMeet.tsx";
import { HowItWent } from "#/desk/decide/HowItWent.tsx";
import type { DecideAction } from "#/desk/decide/words.ts";
import { zoneOf } from "#/desk/due/DueDay.tsx";
import { formatEnds } from "#/desk/jobs/words.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatCalendarDay, formatDay, formatReplyDay } from "#/format/due.ts";
import { formatCount } from "#/format/numbers.ts";
import { calendarDate } from "#/format/zones.ts";
import { inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo } from "#/platform/paths.ts";
import { newKey } from "#/platform/keys.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { useSecondsLeft } from "#/ui/UndoBar/UndoBar.tsx";
import styles from "./NextStep.module.css";

type NextStepProps = {
  person: Person;
  now: number;
  hires: boolean;
  /** Opens the form; null for those who may not decide. */
  onDecide: ((action: DecideAction) => void) | null;
};

/** Whether another look is what the candidate waits for: nobody has decided since. */
export const owesLook = ({ look, pending }: Person): boolean => look !== null && look.owed && pending === null;

/** What happens next and why, in one line, with its button; before it a message that waits for an answer. */
export function NextStep({ hires, ...step }: NextStepProps) {
  const { person } = step;
  const asked = hires && unansweredIn(person);
  if (person.pending) return hires && <GoesOut person={person} pending={person.pending} />;
  return (
    <>
      {person.turn !== null && <HiredFor person={person} />}
      {asked && (
        <Line label={m.desk_today_message({ name: person.firstName })} text={m.desk_today_message({ name: person.firstName })}>
          <Text>{m.desk_person_quote({ quote: asked.text })}</Text>
          <div>
            <Button size="small" href={pathTo("/desk/messages", { application: person.id })}>
              {m.desk_today_do_answer()}
            </Button>
          </div>
        </Line>
      )}
      <Step {...step} />
    </>
  );
}

/** The candidate got another job with this employer: that is said before anything is decided. */
function HiredFor({ person: { earlier } }: { person: Person }) {
  const job = earlier.find(({ stage }) => stage === "hired");
  if (!job) return null;
  return (
    <Text>
      <AppLink href={`/desk/applications/${job.id}`}>{m.desk_person_hired_for({ title: job.title })}</AppLink>
    </Text>
  );
}

/** Whether there is more to do next than to watch the answers, wait or decide. */
export function hasMore(person: Person): boolean {
  const { stage, turn, pending, earlier } = person;
  if (pending || owesLook(person) || unansweredIn(person) || (turn !== null && earlier.some((one) => one.stage === "hired"))) return true;
  if (stage === "in_review") return textInReview(person, "") !== null;
  return !(stage === "submitted" || stage === "question_asked" || (stage === "invited" && turn === "candidate"));
}

/** The candidate's last message, if no member has read it or acted since. */
function unansweredIn({ messages, moves }: Person) {
  const last = messages.at(-1);
  const acted = moves.filter(({ action }) => action !== "view").at(-1);
  const isOpen = last?.sender === "candidate" && last.readAt === null && Date.parse(last.sentAt) > Date.parse(acted?.madeAt ?? "");
  return isOpen ? last : null;
}

const GOING: Readonly<Record<string, (inputs: { seconds: number }) => string>> = {
  invite: m.desk_today_going_invite,
  ask: m.desk_today_going_ask,
  offer: m.desk_today_going_offer,
  decline: m.desk_today_going_decline,
  close: m.desk_today_going_close,
};

/** A decision during its time to undo. */
function GoesOut({ person: { id }, pending }: { person: Person; pending: NonNullable<Person["pending"]> }) {
  const decision = usePendingDecisions().find(({ ids }) => ids.includes(id));
  const { takeBack, isPending } = useTakeBack();
  const seconds = useSecondsLeft(decision?.dueAt ?? Date.parse(pending.dueAt), () => undefined);
  if (!pending.mine) return <Line text={m.desk_today_going_other()} />;
  return (
    <Line text={(GOING[pending.action] ?? m.desk_today_going_decline)({ seconds })}>
      {decision && (
        <div>
          <Button size="small" variant="second" busy={isPending} onClick={() => takeBack(decision)}>
            {m.desk_decide_undo()}
          </Button>
        </div>
      )}
    </Line>
  );
}

function Step({ person, now, onDecide }: Omit<NextStepProps, "hires">) {
  const { stage, turn, firstName: name, meeting, vacancy, zone, deletesAt } = person;
  if (owesLook(person)) return null; // It has a notice of its own.
  const day = person.replyBy ? formatReplyDay(person.replyBy, zoneOf(zone)) : "";
  if (stage === "submitted") return onDecide && <Line text={m.desk_today_next_watch({ name, day })} />;
  if (stage === "in_review") {
    const text = textInReview(person, day);
    // The page has the button to decide.
    if (text === null) return <Line text={formatDecide(name, day)} />;
    return (
      <Line text={text}>
        {onDecide && (
          <Row wrap>
            {meeting?.state === "no_show" && <DidMeet id={person.id} version={person.version} onMet={() => onDecide("offer")} />}
            <OtherTimes onPress={() => onDecide("invite")} />
          </Row>
        )}
      </Line>
    );
  }
  if (stage === "question_asked") return <Line text={m.desk_today_next_asked({ name })} />;
  if (stage === "invited" && turn === "candidate" && meeting?.offered.length === 0)
    return <Line text={m.desk_decide_calendar_none_left()}>{onDecide && <OtherTimes onPress={() => onDecide("invite")} />}</Line>;
  if (stage === "invited" && turn === "candidate") return <Line text={m.desk_today_next_picking({ name })} />;
  if (stage === "invited") {
    const start = meeting?.startsAt ?? "";
    const when = formatAppointmentIn(meeting?.zone ?? zoneOf(zone), start);
    if (Date.parse(start) > now) {
      return (
        <Line text={m.desk_today_meeting({ name, when })}>
          {onDecide && (
            <div>
              <Button size="small" variant="second" onClick={() => onDecide("invite")}>
                {m.desk_decide_calendar_reschedule()}
              </Button>
            </div>
          )}
        </Line>
      );
    }
    return <Line text={m.desk_today_meeting_over({ name, when })}>{onDecide && <AfterMeeting person={person} onMet={() => onDecide("offer")} />}</Line>;
  }
  if (stage === "met") {
    return (
      <Line text={formatDecide(name, day)}>
        {onDecide && (
          <Row wrap>
            <Button size="small" onClick={() => onDecide("offer")}>
              {m.desk_decide_offer()}
            </Button>
            <Button size="small" variant="second" onClick={() => onDecide("decline")}>
              {m.desk_decide_decline()}
            </Button>
          </Row>
        )}
      </Line>
    );
  }
  if (stage === "offered") return <Offered person={person} now={now} onDecline={onDecide && (() => onDecide("decline"))} />;
  if (stage === "hired") {
    const { offer } = person;
    const text = offer
      ? m.desk_today_next_hired_starts({ name, day: formatCalendarDay(offer.startOn), shift: inSentence(offer.firstShift) })
      : m.desk_today_next_hired({ name });
    return (
      <Line text={text}>
        {deletesAt && <Text>{m.desk_today_leaves({ name, day: formatDay(deletesAt, zoneOf(zone)) })}</Text>}
        {vacancy && <CloseJob vacancy={vacancy} />}
      </Line>
    );
  }
  if (person.lookUntil) return <Line text={m.desk_today_next_look_until({ name, day: formatDay(person.lookUntil, zoneOf(zone)) })} />;
  return <Line text={m.desk_today_next_over()} />;
}

/** An offer that is out; after the day by which an answer was asked for, or its first day, it can be taken back. */
function Offered({ person: { firstName: name, offer, zone }, now, onDecline }: { person: Person; now: number; onDecline: (() => void) | null }) {
  if (!offer) return <Line text={m.desk_today_next_offered({ name })} />;
  const today = calendarDate(zoneOf(zone), new Date(now));
  const day = offer.answerBy ? formatCalendarDay(offer.answerBy) : "";
  const isPast = offer.startOn < today;
  if (!isPast && !offer.answerBy) return <Line text={m.desk_today_next_offered({ name })} />;
  if (!isPast && offer.answerBy && offer.answerBy >= today) return <Line text={m.desk_today_next_offered_by({ name, day })} />;
  return (
    <Line text={isPast ? m.desk_today_offer_past({ name, day: formatCalendarDay(offer.startOn) }) : m.desk_today_unanswered({ name, day })}>
      {onDecline && (
        <div>
          <Button size="small" variant="second" onClick={onDecline}>
            {m.desk_today_next_offer_back()}
          </Button>
        </div>
      )}
    </Line>
  );
}

/** `day` is '' while no reply date runs: another look was asked for, and nobody else could say no. */
function formatDecide(name: string, day: string): string {
  return day ? m.desk_today_next_decide({ name, day }) : m.desk_today_next_decide_undated({ name });
}

/** Returns why the candidate waits for other times; null if they do not. */
function textInReview({ moves, meeting, firstName: name, zone }: Person, day: string): string | null {
  switch (moves.at(-1)?.action) {
    case "refuse_times":
      return meeting?.startsAt
        ? m.desk_today_cannot_come({ name, when: formatAppointmentIn(meeting.zone, meeting.startsAt) })
        : m.desk_today_none_fit({ name });
    case "no_show":
      return meeting?.startsAt ? m.desk_today_no_show({ name, day: formatDay(meeting.startsAt, zoneOf(zone)) }) : null;
    case "cancel":
      return day ? m.desk_today_next_canceled({ name, day }) : m.desk_today_next_decide_undated({ name });
    default:
      return null;
  }
}

function OtherTimes({ onPress }: { onPress: () => void }) {
  return (
    <div>
      <Button size="small" variant="second" onClick={onPress}>
        {m.desk_today_do_times()}
      </Button>
    </div>
  );
}

function Line({ label = m.desk_today_next(), text, children }: { label?: string; text: string; children?: ReactNode }) {
  return (
    <Card as="section" aria-label={label} className={styles.card}>
      <Stack gap="s" className={styles.line}>
        <Text strong>{text}</Text>
        {children}
      </Stack>
    </Card>
  );
}

/** After the time of a meeting: they met, or the candidate did not come. */
function AfterMeeting({ person: { id, version, firstName, meeting, zone }, onMet }: { person: Person; onMet: () => void }) {
  const { mutateAsync, isPending } = useMutation(makeMove);
  const [key] = useState(newKey);
  const end = (action: "meet" | "no_show") => {
    if (isPending) return;
    const body = { id, version, key: `${key}-${action}`, move: { action } };
    mutateAsync(body, { onSuccess: () => action === "meet" && onMet() }).catch(tellFailure);
  };
  return <HowItWent primary name={firstName} day={formatDay(meeting?.startsAt ?? "", zoneOf(zone))} busy={isPending} onEnd={end} />;
}

function tellFailure(error: Error): void {
  toast({ title: messageOf(error, m.desk_today_next_failed()), tone: "danger" });
}

/** Counts the openings; a full job is closed, after a second question if that ends what others wait for. */
function CloseJob({ vacancy: { id, openings, hired, waiting, version, ...ends } }: { vacancy: NonNullable<Person["vacancy"]> }) {
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useMutation(closeFilledJob);
  const [asked, setAsked] = useState(false);
  const counted = m.desk_today_next_openings({ hired: formatCount(hired), openings: formatCount(openings) });
  if (hired < openings)
    return (
      <Text size="small" quiet>
        {counted}
      </Text>
    );
  const close = () => {
    if (isPending) return;
    if (waiting > 0 && !asked) return setAsked(true);
    const closed = () => {
      toast({ title: waiting > 0 ? m.desk_today_next_closed() : m.desk_today_next_closed_alone(), tone: "good" });
      refreshDesk(cache);
    };
    mutateAsync({ id, version }).then(closed, tellFailure);
  };
  return (
    <Stack gap="s">
      <Text>
        {counted} {waiting > 0 ? m.desk_today_next_close_full({ count: waiting, countText: formatCount(waiting) }) : m.desk_today_next_close_alone()}
      </Text>
      <Text role="status">{asked && [m.desk_jobs_fill_sure({ count: waiting }), formatEnds(ends)].filter(Boolean).join(" ")}</Text>
      <Row wrap>
        <Button size="small" busy={isPending} onClick={close}>
          {waiting > 0 ? m.desk_today_next_close_tell() : m.desk_today_next_close()}
        </Button>
        {asked && <TextLink onClick={() => setAsked(false)}>{m.desk_jobs_keep()}</TextLink>}
      </Row>
    </Stack>
  );
}
