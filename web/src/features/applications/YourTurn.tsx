import { type FormEvent, useState } from "react";
import type { Application } from "#/api/applications.queries.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatDate, formatDateTime } from "#/format/dates.ts";
import { DUE_REFRESH_MS } from "#/format/due.ts";
import { inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { usePageQuery } from "#/platform/paths.ts";
import { Field } from "#/ui/Field/Field.tsx";
import { takeFocus } from "#/ui/Heading/Heading.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import styles from "./ApplicationDetail.module.css";
import { ActButton } from "./ActButton.tsx";
import { AddToCalendar } from "./AddToCalendar.tsx";
import { MAX_LENGTH, MessageForm, type PartProps, type Send, useWritten } from "./ApplicationForms.tsx";
import { JobOffer } from "./JobOffer.tsx";
import { formatStage, isNotMet, paragraphsOf } from "./progress.ts";
import { NewConsent, opensAnswers, sharesToBegin } from "./Sharing.tsx";

const MINUTE_MS = 60_000;

/** What the candidate is asked to do now. */
export function YourTurn(props: PartProps) {
  switch (props.application.stage) {
    case "question_asked":
      return <Question {...props} />;
    case "invited":
      return props.application.meeting?.state === "chosen" ? <Meeting {...props} /> : <Times {...props} />;
    case "in_review":
      return <InReview {...props} />;
    case "offered":
    case "hired":
      return <JobOffer {...props} />;
    case "withdrawn":
      return <TakenBack {...props} />;
    case "closed":
      return <Ended {...props} of="close" />;
    case "declined":
      return (
        <>
          <Ended {...props} of="decline" />
          {props.application.lookUntil && <AnotherLook {...props} />}
        </>
      );
    default:
      return null;
  }
}

function InReview(props: PartProps) {
  const { stage, moves } = props.application;
  const last = moves.at(-1)?.action;
  if (isNotMet(stage, last)) return <NotMet {...props} />;
  return last === "cancel" ? <Canceled {...props} /> : <TimesAgain {...props} />;
}

/** The employer says that the candidate did not come; who did can say so here. */
function NotMet({ application: { id, employer, meeting, moves, messages }, send, busy }: PartProps) {
  const said = Date.parse(moves.at(-1)?.madeAt ?? "");
  const hasAnswered = messages.some(({ sender, sentAt }) => sender === "candidate" && Date.parse(sentAt) >= said);
  return (
    <TitledCard title={m.applications_not_met({ employer: employer.name })}>
      {meeting?.startsAt && <Text strong>{formatAppointmentIn(meeting.zone, meeting.startsAt)}</Text>}
      <Text role="status">{hasAnswered ? m.applications_not_met_answered({ employer: employer.name }) : m.applications_not_met_text()}</Text>
      <MessageForm
        application={id}
        field="message"
        label={m.applications_write({ employer: employer.name })}
        button={m.applications_write_send()}
        send={send}
        busy={busy}
      />
    </TitledCard>
  );
}

function TakenBack({ application: { employer, moves, staffed } }: PartProps) {
  const over = staffed ? m.applications_over_text : m.applications_over_text_absent;
  return (
    <TitledCard title={moves.at(-1)?.action === "refuse_offer" ? m.applications_event_refuse_offer() : m.applications_taken_back()}>
      <Text>{over({ employer: employer.name })}</Text>
    </TitledCard>
  );
}

function Question({ application, send, busy }: PartProps) {
  const asked = application.messages.filter(({ question }) => question).at(-1);
  return (
    <TitledCard title={m.applications_question({ name: asked?.name ?? application.employer.name })}>
      <blockquote className={styles.quote}>{asked?.text}</blockquote>
      <Text size="small" quiet>
        {m.applications_question_text()}
      </Text>
      <MessageForm application={application.id} field="answer" label={m.applications_answer()} button={m.applications_answer_send()} send={send} busy={busy} />
    </TitledCard>
  );
}

function Times({ application, send, busy }: PartProps) {
  const { meeting, moves } = application;
  const employer = application.employer.name;
  if (!meeting) return null;
  const calledOff = moves.filter(({ action }) => action === "invite").at(-1)?.calledOff;
  return (
    <TitledCard title={calledOff ? m.applications_times_moved({ when: formatAppointmentIn(meeting.zone, calledOff) }) : m.applications_times({ employer })}>
      {calledOff && <Text strong>{m.applications_times_new({ employer })}</Text>}
      <Text>{m.applications_times_text({ minutes: meeting.minutes, place: meeting.place, person: meeting.askFor })}</Text>
      <TimeChoice meeting={meeting} send={send} busy={busy} />
      <NoTime application={application.id} of="times" open={m.applications_times_none()} label={m.applications_times_which()} send={send} busy={busy} />
    </TitledCard>
  );
}

type Offered = NonNullable<Application["meeting"]>;

/** The offered times that can still be taken. */
function timesAhead({ offered, startsAt }: Offered, now: number): string[] {
  return offered.filter((time) => Date.parse(time) > now && time !== startsAt);
}

function TimeChoice({ meeting, send, busy }: { meeting: Offered; send: Send; busy: boolean }) {
  const asked = usePageQuery("/application").time; // From a mail: one of its times was pressed.
  const now = useNow(DUE_REFRESH_MS);
  const ahead = timesAhead(meeting, now);
  const pressed = asked === undefined ? undefined : ahead.find((time) => Date.parse(time) === Date.parse(asked));
  const [chosen, setChosen] = useState<string | null>(pressed ?? null);
  const isGone = asked !== undefined && pressed === undefined && meeting.startsAt === null;
  if (ahead.length === 0) return <Text strong>{m.applications_times_over()}</Text>;
  return (
    <>
      {isGone && <Text strong>{formatGone(meeting.zone, asked)}</Text>}
      <fieldset>
        <legend className={styles.legend}>{m.applications_times_legend()}</legend>
        <Stack gap="xs">
          {ahead.map((time) => (
            <OptionCard
              key={time}
              type="radio"
              name="time"
              label={formatAppointmentIn(meeting.zone, time)}
              checked={chosen === time}
              onChange={() => setChosen(time)}
            />
          ))}
        </Stack>
      </fieldset>
      <ActButton
        full
        busy={busy}
        aria-disabled={chosen === null || undefined}
        onClick={() => chosen !== null && send({ kind: "time", startsAt: chosen, words: null })}
      >
        {m.applications_times_choose()}
      </ActButton>
    </>
  );
}

/** `asked`: of the address, so it need not be a time. */
function formatGone(zone: string, asked: string): string {
  return Number.isNaN(Date.parse(asked)) ? m.applications_times_gone() : m.applications_times_gone_when({ when: formatAppointmentIn(zone, asked) });
}

/** Says that no time fits, and which would. The employer reads it. */
function NoTime({
  application,
  of,
  open,
  label,
  warning,
  send,
  busy,
}: {
  application: string;
  of: "times" | "meeting";
  open: string;
  label: string;
  /** What it ends. */
  warning?: string;
  send: Send;
  busy: boolean;
}) {
  const [written, write, drop] = useWritten(application, of);
  const [asking, setAsking] = useState(written !== "");
  if (!asking) return <TextLink onClick={() => setAsking(true)}>{open}</TextLink>;
  const refuse = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send({ kind: "time", startsAt: null, words: written.trim() || null }, drop);
  };
  return (
    <form onSubmit={refuse}>
      <Stack gap="s">
        {warning && <Text role="status">{warning}</Text>}
        <Field label={label}>
          {(ids) => (
            <textarea {...ids} rows={2} maxLength={MAX_LENGTH} ref={takeFocus} readOnly={busy} value={written} onChange={({ target }) => write(target.value)} />
          )}
        </Field>
        <Row wrap>
          <ActButton size="small" type="submit" busy={busy}>
            {warning ? m.applications_meeting_cancel_send() : m.applications_times_tell()}
          </ActButton>
          <TextLink onClick={() => setAsking(false)}>{m.applications_times_back()}</TextLink>
        </Row>
      </Stack>
    </form>
  );
}

/** After the candidate said that no time fits: they can still take one that is ahead, until the employer acts. */
function TimesAgain({ application, send, busy }: PartProps) {
  const { meeting } = application;
  const now = useNow(DUE_REFRESH_MS);
  if (meeting?.state !== "refused" || application.moves.at(-1)?.action !== "refuse_times") return null;
  return (
    <TitledCard
      title={
        meeting.startsAt
          ? m.applications_meeting_canceled({ employer: application.employer.name })
          : m.applications_times_again({ employer: application.employer.name })
      }
    >
      <Text>{m.applications_times_again_text()}</Text>
      {timesAhead(meeting, now).length > 0 && (
        <>
          <Text>{m.applications_times_still()}</Text>
          <TimeChoice meeting={meeting} send={send} busy={busy} />
        </>
      )}
    </TitledCard>
  );
}

function Meeting({ application, send, busy }: PartProps) {
  const [moving, setMoving] = useState(false);
  const now = useNow(DUE_REFRESH_MS);
  const { meeting } = application;
  if (!meeting?.startsAt) return null;
  if (Date.parse(meeting.startsAt) + meeting.minutes * MINUTE_MS <= now) {
    return (
      <TitledCard title={m.applications_meeting_over()}>
        <Text strong>{formatAppointmentIn(meeting.zone, meeting.startsAt)}</Text>
        <Text>{m.applications_meeting_over_text({ employer: application.employer.name })}</Text>
        <NoTime application={application.id} of="meeting" open={m.applications_meeting_missed()} label={m.applications_times_which()} send={send} busy={busy} />
      </TitledCard>
    );
  }
  const isMovable = timesAhead(meeting, now).length > 0;
  const when = formatAppointmentIn(meeting.zone, meeting.startsAt);
  return (
    <TitledCard title={m.applications_meeting()}>
      <Text strong>{when}</Text>
      <Text>{m.applications_meeting_text({ place: meeting.place, person: meeting.askFor })}</Text>
      <AddToCalendar application={application} />
      {moving && !isMovable && <Text strong>{m.applications_meeting_only({ when: inSentence(when) })}</Text>}
      {moving && isMovable && <TimeChoice key={meeting.startsAt} meeting={meeting} send={(what) => send(what, () => setMoving(false))} busy={busy} />}
      {(moving || isMovable) && (
        <div>
          <TextLink onClick={() => setMoving(!moving)}>{moving ? m.applications_meeting_keep() : m.applications_meeting_move()}</TextLink>
        </div>
      )}
      <NoTime
        application={application.id}
        of="meeting"
        open={m.applications_meeting_cancel()}
        label={m.applications_times_which()}
        warning={m.applications_meeting_cancel_text({ employer: application.employer.name, when: inSentence(when) })}
        send={send}
        busy={busy}
      />
    </TitledCard>
  );
}

const Ended = ({ application, of }: PartProps & { of: "decline" | "close" }) => (
  <Letter application={application} of={of} title={formatStage(application.stage, of, application.moves.at(-1)?.reason)} />
);

const Canceled = ({ application }: PartProps) => (
  <Letter application={application} of="cancel" title={m.applications_canceled({ employer: application.employer.name })} />
);

/** The news first: what they wrote, open. */
function Letter({ application, of, title }: { application: Application; of: "decline" | "close" | "cancel"; title: string }) {
  const move = application.moves.filter(({ action }) => action === of).at(-1);
  const paragraphs = move ? paragraphsOf(move) : [];
  return (
    <TitledCard title={title}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className={styles.text}>
          {paragraph}
        </p>
      ))}
      {move && <Text size="small" quiet>{`${move.name ?? application.employer.name}, ${formatDateTime(move.madeAt)}`}</Text>}
    </TitledCard>
  );
}

function AnotherLook({ application, send, busy }: PartProps) {
  const [written, write, drop] = useWritten(application.id, "look");
  const [wanted, setWanted] = useState(() => sharesToBegin(application));
  const shares = opensAnswers(application) ? sharesToBegin(application) : wanted;
  const opens = shares.video || shares.words;
  if (application.answers.length === 0) {
    return (
      <TitledCard title={m.applications_look()}>
        <Text>{m.applications_look_deleted()}</Text>
      </TitledCard>
    );
  }
  const day = application.lookUntil ? formatDate(application.lookUntil) : "";
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (opens) send({ kind: "look", words: written.trim() || null, shares }, drop);
  };
  return (
    <TitledCard title={m.applications_look()}>
      <Text>{application.lookAlone ? m.applications_look_text_alone({ employer: application.employer.name, day }) : m.applications_look_text({ day })}</Text>
      <form onSubmit={ask}>
        <Stack gap="s">
          <Field label={m.applications_look_words()}>
            {(ids) => <textarea {...ids} rows={3} maxLength={MAX_LENGTH} readOnly={busy} value={written} onChange={({ target }) => write(target.value)} />}
          </Field>
          {opensAnswers(application) ? (
            <Text size="small" quiet>
              {m.applications_look_shares({ day: formatDate(application.shareUntil) })}
            </Text>
          ) : (
            <NewConsent application={application} shares={shares} onChange={setWanted} />
          )}
          <ActButton size="small" type="submit" busy={busy} aria-disabled={!opens || undefined}>
            {m.applications_look_ask()}
          </ActButton>
        </Stack>
      </form>
    </TitledCard>
  );
}
