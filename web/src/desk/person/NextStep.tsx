import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { makeMove, refreshDesk } from "#/api/deskDecide.queries.ts";
import { closeFilledJob } from "#/api/deskJobs.queries.ts";
import type { Person } from "#/api/deskPerson.queries.ts";
import { messageOf } from "#/api/errors.ts";
import type { DecideAction } from "#/desk/decide/words.ts";
import { zoneOf } from "#/desk/due/due.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatCalendarDay, formatReplyDay } from "#/format/due.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { newKey } from "#/platform/keys.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";

type NextStepProps = {
  person: Person;
  now: number;
  /** Opens the form; null for those who may not decide. */
  onDecide: ((action: DecideAction) => void) | null;
};

/** What happens next and why, in one line, with its button. */
export function NextStep({ person, now, onDecide }: NextStepProps) {
  const { stage, turn, firstName: name, meeting, vacancy, zone } = person;
  if (person.pending || person.look) return null; // Each has a notice of its own.
  const day = person.replyBy ? formatReplyDay(person.replyBy, zoneOf(zone)) : "";
  if (stage === "submitted") return onDecide && <Line text={m.desk_today_next_watch({ name, day })} />;
  if (stage === "in_review") {
    const text = textInReview(person, day);
    // The page has the button to decide.
    if (text === null) return <Line text={m.desk_today_next_decide({ name, day })} />;
    return <Line text={text}>{onDecide && <OtherTimes onPress={() => onDecide("invite")} />}</Line>;
  }
  if (stage === "question_asked") return <Line text={m.desk_today_next_asked({ name })} />;
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
    return <Line text={m.desk_today_meeting_over({ name, when })}>{onDecide && <HowItWent person={person} onMet={() => onDecide("offer")} />}</Line>;
  }
  if (stage === "met") {
    return (
      <Line text={m.desk_today_next_decide({ name, day })}>
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
  if (stage === "offered") return <Line text={m.desk_today_next_offered({ name })} />;
  if (stage === "hired") {
    const { offer } = person;
    const text = offer
      ? m.desk_today_next_hired_starts({ name, day: formatCalendarDay(offer.startOn), shift: offer.firstShift })
      : m.desk_today_next_hired({ name });
    return <Line text={text}>{vacancy && <CloseJob vacancy={vacancy} />}</Line>;
  }
  return <Line text={m.desk_today_next_over()} />;
}

/** Returns why the candidate waits for other times; null if they do not. */
function textInReview({ moves, meeting, firstName: name }: Person, day: string): string | null {
  switch (moves.at(-1)?.action) {
    case "refuse_times":
      return meeting?.startsAt
        ? m.desk_today_cannot_come({ name, when: formatAppointmentIn(meeting.zone, meeting.startsAt) })
        : m.desk_today_none_fit({ name });
    case "cancel":
      return m.desk_today_next_canceled({ name, day });
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

function Line({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Card as="section" aria-label={m.desk_today_next()}>
      <Stack gap="s">
        <Text strong>{text}</Text>
        {children}
      </Stack>
    </Card>
  );
}

/** After the time of a meeting: they met, or the candidate did not come. */
function HowItWent({ person: { id, version }, onMet }: { person: Person; onMet: () => void }) {
  const { mutateAsync, isPending } = useMutation(makeMove);
  const [key] = useState(newKey);
  const end = (action: "meet" | "no_show") => {
    if (isPending) return;
    const body = { id, version, key: `${key}-${action}`, move: { action } };
    mutateAsync(body, { onSuccess: () => action === "meet" && onMet() }).catch(tellFailure);
  };
  return (
    <Row wrap>
      <Button size="small" busy={isPending} onClick={() => end("meet")}>
        {m.desk_decide_calendar_met()}
      </Button>
      <Button size="small" variant="second" busy={isPending} onClick={() => end("no_show")}>
        {m.desk_decide_calendar_no_show()}
      </Button>
    </Row>
  );
}

function tellFailure(error: Error): void {
  toast({ title: messageOf(error, m.desk_today_next_failed()), tone: "danger" });
}

/** Counts the openings; a full job is closed, and the others are told, in one tap. */
function CloseJob({ vacancy: { id, openings, hired, waiting, version } }: { vacancy: NonNullable<Person["vacancy"]> }) {
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useMutation(closeFilledJob);
  const counted = m.desk_today_next_openings({ hired: formatCount(hired), openings: formatCount(openings) });
  if (hired < openings)
    return (
      <Text size="small" quiet>
        {counted}
      </Text>
    );
  const close = () => {
    if (isPending) return;
    const closed = () => {
      toast({ title: m.desk_today_next_closed(), tone: "good" });
      refreshDesk(cache);
    };
    mutateAsync({ id, version }).then(closed, tellFailure);
  };
  return (
    <Stack gap="s">
      <Text>
        {counted} {waiting > 0 ? m.desk_today_next_close_full({ count: waiting, countText: formatCount(waiting) }) : m.desk_today_next_close_alone()}
      </Text>
      <div>
        <Button size="small" busy={isPending} onClick={close}>
          {waiting > 0 ? m.desk_today_next_close_tell() : m.desk_today_next_close()}
        </Button>
      </div>
    </Stack>
  );
}
