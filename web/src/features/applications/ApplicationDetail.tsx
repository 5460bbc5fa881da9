import { useMutation, useQuery } from "@tanstack/react-query";
import { AlignLeft, CalendarPlus, ChartNoAxesColumn, ChevronLeft, Video } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { act, type Act, type Application, applicationQuery, markMessagesRead, type Shares } from "#/api/applications.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatDate, formatDateTime } from "#/format/dates.ts";
import { DUE_REFRESH_MS, formatCalendarDay, formatReplyDay, nearness } from "#/format/due.ts";
import { formatDuration } from "#/format/duration.ts";
import { formatExcess } from "#/format/length.ts";
import { formatList } from "#/format/lists.ts";
import { formatDollars } from "#/format/pay.ts";
import { formatPercent } from "#/format/share.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Promised } from "#/ui/Due/Due.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { takeFocus } from "#/ui/Heading/announce.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Switch } from "#/ui/Switch/Switch.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import styles from "./ApplicationDetail.module.css";
import { formatStage, viewsByAnswer } from "./progress.ts";
import { Progress } from "./Progress.tsx";
import { TakeBackOthers } from "./TakeBackOthers.tsx";
import { Timeline } from "./Timeline.tsx";

const LONGEST = 2000;

/** One application: how far it is, who watched what, messages, what is shared, and what the candidate can do. */
export function ApplicationDetail({ id }: { id: string }) {
  const query = useQuery(applicationQuery(id));
  return (
    <Column>
      <TextLink href="/applications" icon={<Icon as={ChevronLeft} size="s" />}>{m.applications_title()}</TextLink>
      <QueryState
        query={query}
        loading={<PageSpinner />}
        outdated={m.applications_outdated()}
        failed={(error, retry) => {
          const isGone = error instanceof ApiError && error.status === 404;
          return (
            <Empty art={isGone ? "keys" : "spanner"} level={1} title={isGone ? m.applications_gone() : m.applications_failed()}>
              {!isGone && <Button variant="second" {...retry}>{m.ui_retry()}</Button>}
            </Empty>
          );
        }}
      >
        {(application) => <Details application={application} />}
      </QueryState>
    </Column>
  );
}

type Send = (what: Act, done?: () => void) => void;
type PartProps = { application: Application; send: Send; busy: boolean };

function Details({ application }: { application: Application }) {
  const change = useMutation(act);
  const { id, version } = application;
  const send: Send = (what, done) => change.mutate({ id, version, ...what }, { onSuccess: () => done?.() });
  const part = { application, send, busy: change.isPending };
  const isOpen = application.turn !== null;
  return (
    <Stack gap="m">
      <Stack gap="xs">
        <Heading level={1}>{application.title}</Heading>
        <Text quiet>{[application.employer.name, application.place].filter(Boolean).join(", ")}</Text>
        <Pay low={application.payLow} high={application.payHigh} />
      </Stack>
      {change.isError && (
        <Banner tone="danger" title={m.applications_act_failed()}>
          {change.error instanceof ApiError ? change.error.message : m.applications_not_sent_text()}
        </Banner>
      )}
      <YourTurn {...part} />
      {application.stage === "hired" && <TakeBackOthers />}
      <HowFar application={application} />
      <Messages {...part} />
      <WatchedWhat application={application} />
      {application.shares?.active && !(application.lookUntil && !opensAnswers(application)) && <Sharing {...part} shares={application.shares} />}
      {!application.shares?.active && (isOpen || application.stage === "hired") && <ShareAgain {...part} />}
      {isOpen && <Withdraw {...part} />}
    </Stack>
  );
}

/** What the candidate is asked to do now. */
function YourTurn(props: PartProps) {
  switch (props.application.stage) {
    case "question_asked":
      return <Question {...props} />;
    case "invited":
      return props.application.meeting?.state === "chosen" ? <Meeting {...props} /> : <Times {...props} />;
    case "in_review":
      return <TimesAgain {...props} />;
    case "offered":
    case "hired":
      return <TheOffer {...props} />;
    case "declined":
      return props.application.lookUntil ? <AnotherLook {...props} /> : null;
    default:
      return null;
  }
}

function Question({ application, send, busy }: PartProps) {
  const asked = application.messages.filter(({ question }) => question).at(-1);
  return (
    <TitledCard title={m.applications_question({ name: asked?.name ?? application.employer.name })}>
      <blockquote className={styles.quote}>{asked?.text}</blockquote>
      <Text size="small" quiet>{m.applications_question_text()}</Text>
      <MessageForm label={m.applications_answer()} button={m.applications_answer_send()} send={send} busy={busy} />
    </TitledCard>
  );
}

function Times({ application, send, busy }: PartProps) {
  const { meeting } = application;
  if (!meeting) return null;
  return (
    <TitledCard title={m.applications_times({ employer: application.employer.name })}>
      <Text>{m.applications_times_text({ minutes: meeting.minutes, place: meeting.place, person: meeting.askFor })}</Text>
      <TimeChoice meeting={meeting} send={send} busy={busy} />
      <NoTime open={m.applications_times_none()} label={m.applications_times_which()} send={send} busy={busy} />
    </TitledCard>
  );
}

type Offered = NonNullable<Application["meeting"]>;

function TimeChoice({ meeting, send, busy }: { meeting: Offered; send: Send; busy: boolean }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const now = useNow(DUE_REFRESH_MS);
  const ahead = meeting.offered.filter((time) => Date.parse(time) > now && time !== meeting.startsAt);
  if (ahead.length === 0) return <Text strong>{m.applications_times_over()}</Text>;
  return (
    <>
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
      <Button
        full
        busy={busy}
        aria-disabled={chosen === null || undefined}
        onClick={() => chosen !== null && send({ kind: "time", startsAt: chosen, words: null })}
      >
        {m.applications_times_choose()}
      </Button>
    </>
  );
}

/** Says that no time fits, and which would. The employer reads it. */
function NoTime({ open, label, send, busy }: { open: string; label: string; send: Send; busy: boolean }) {
  const [asking, setAsking] = useState(false);
  if (!asking) return <TextLink onClick={() => setAsking(true)}>{open}</TextLink>;
  const refuse = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get("words")).trim();
    send({ kind: "time", startsAt: null, words: words || null });
  };
  return (
    <form onSubmit={refuse}>
      <Stack gap="s">
        <Field label={label}>{(ids) => <textarea {...ids} name="words" rows={2} maxLength={LONGEST} ref={takeFocus} />}</Field>
        <Row wrap>
          <Button variant="second" size="small" type="submit" busy={busy}>{m.applications_times_tell()}</Button>
          <TextLink onClick={() => setAsking(false)}>{m.applications_times_back()}</TextLink>
        </Row>
      </Stack>
    </form>
  );
}

/** After the candidate said that no time fits: they can still take one, until the employer acts. */
function TimesAgain({ application, send, busy }: PartProps) {
  const { meeting } = application;
  if (meeting?.state !== "refused" || application.moves.at(-1)?.action !== "refuse_times") return null;
  return (
    <TitledCard title={m.applications_times_again({ employer: application.employer.name })}>
      <Text>{m.applications_times_again_text()}</Text>
      <TimeChoice meeting={meeting} send={send} busy={busy} />
    </TitledCard>
  );
}

function Meeting({ application, send, busy }: PartProps) {
  const [moving, setMoving] = useState(false);
  const { meeting } = application;
  if (!meeting?.startsAt) return null;
  const others = meeting.offered.some((time) => time !== meeting.startsAt);
  return (
    <TitledCard title={m.applications_meeting()}>
      <Text strong>{formatAppointmentIn(meeting.zone, meeting.startsAt)}</Text>
      <Text>{m.applications_meeting_text({ place: meeting.place, person: meeting.askFor })}</Text>
      <a href={`/api/applications/${application.id}/meeting.ics`} download className={styles.link}>
        <Icon as={CalendarPlus} size="s" />
        {m.applications_calendar()}
      </a>
      {moving && <TimeChoice key={meeting.startsAt} meeting={meeting} send={(what) => send(what, () => setMoving(false))} busy={busy} />}
      {others && !moving && <TextLink onClick={() => setMoving(true)}>{m.applications_meeting_move()}</TextLink>}
      <NoTime open={m.applications_meeting_cancel()} label={m.applications_times_which()} send={send} busy={busy} />
    </TitledCard>
  );
}

function TheOffer({ application, send, busy }: PartProps) {
  const { offer } = application;
  if (!offer) return null;
  const hired = application.stage === "hired";
  return (
    <TitledCard title={hired ? m.applications_hired() : m.applications_offer({ employer: application.employer.name })}>
      <Pay low={offer.pay} high={offer.pay} />
      <Text>{m.applications_offer_start({ day: formatCalendarDay(offer.startOn) })}</Text>
      <Text>{m.applications_offer_shift({ shift: offer.firstShift, place: offer.place })}</Text>
      {offer.bring && <Text>{m.applications_offer_bring({ things: offer.bring })}</Text>}
      {!hired && (
        <>
          <Button full busy={busy} onClick={() => send({ kind: "offer", accept: true })}>
            {m.applications_offer_accept({ pay: formatDollars(offer.pay) })}
          </Button>
          <Sure
            open={m.applications_offer_refuse()}
            text={m.applications_offer_refuse_text()}
            busy={busy}
            onSure={() => send({ kind: "offer", accept: false })}
          />
        </>
      )}
    </TitledCard>
  );
}

function AnotherLook({ application, send, busy }: PartProps) {
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
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get("words")).trim();
    if (opens) send({ kind: "look", words: words || null, shares });
  };
  return (
    <TitledCard title={m.applications_look()}>
      <Text>{m.applications_look_text({ day: application.lookUntil ? formatDate(application.lookUntil) : "" })}</Text>
      <form onSubmit={ask}>
        <Stack gap="s">
          <Field label={m.applications_look_words()}>
            {(ids) => <textarea {...ids} name="words" rows={3} maxLength={LONGEST} />}
          </Field>
          {opensAnswers(application) ? (
            <Text size="small" quiet>{m.applications_look_shares({ day: formatDate(application.shareUntil) })}</Text>
          ) : (
            <NewConsent application={application} shares={shares} onChange={setWanted} />
          )}
          <Button variant="second" type="submit" busy={busy} aria-disabled={!opens || undefined}>{m.applications_look_ask()}</Button>
        </Stack>
      </form>
    </TitledCard>
  );
}

function HowFar({ application }: { application: Application }) {
  const now = useNow(DUE_REFRESH_MS);
  const { stage, replyBy, zone, turn, percent, late } = application;
  return (
    <TitledCard title={formatStage(stage)}>
      <Progress stage={stage} named />
      {turn === "employer" && !application.staffed && (
        <>
          <Text strong>{m.applications_no_promise({ employer: application.employer.name })}</Text>
          <TextLink href="/matches">{m.applications_send_others()}</TextLink>
        </>
      )}
      {turn === "employer" && replyBy && application.staffed && (
        <Promised
          state={nearness(replyBy, zone, now)}
          title={late ? m.applications_promised({ day: formatReplyDay(replyBy, zone) }) : m.applications_hear({ day: formatReplyDay(replyBy, zone) })}
        >
          {late
            ? m.applications_late_text()
            : percent !== null && m.applications_on_time({ percent: formatPercent(percent / 100) })}
        </Promised>
      )}
      {application.look && <Text>{formatLook(application.look, application.employer.name)}</Text>}
      {application.replyExtended && turn === "employer" && <Text size="small" quiet>{m.applications_extended()}</Text>}
      <Timeline application={application} />
    </TitledCard>
  );
}

function formatLook({ deciders, decidersMore }: NonNullable<Application["look"]>, employer: string): string {
  if (deciders.length === 0) return m.applications_look_nobody({ employer });
  const others = decidersMore > 0 ? [m.applications_others({ count: decidersMore })] : [];
  return m.applications_look_open({ names: formatList([...deciders, ...others]) });
}

function Messages({ application, send, busy }: PartProps) {
  useMarkRead(application);
  const canWrite = (application.turn !== null || application.stage === "hired") && application.stage !== "question_asked";
  return (
    <TitledCard title={m.applications_messages()}>
      {application.messages.length === 0 && <Text quiet>{m.applications_messages_none()}</Text>}
      <ul className={styles.messages}>
        {application.messages.map((message) => (
          <li key={message.id} className={message.sender === "candidate" ? styles.mine : styles.theirs}>
            <p className={styles.text}>{message.text}</p>
            <Text size="small" quiet>{`${message.name ?? m.applications_you()}, ${formatDateTime(message.sentAt)}`}</Text>
          </li>
        ))}
      </ul>
      {canWrite && (
        <MessageForm
          label={m.applications_write({ employer: application.employer.name })}
          button={m.applications_write_send()}
          send={send}
          busy={busy}
        />
      )}
    </TitledCard>
  );
}

/** Marks what the employer wrote as read while it is on the screen. */
function useMarkRead({ id, messages }: Application) {
  const { mutate } = useMutation(markMessagesRead);
  const unread = messages.filter(({ sender, readAt }) => sender === "member" && readAt === null).at(-1)?.id;
  useEffect(() => {
    if (unread !== undefined) mutate(id);
  }, [unread, id, mutate]);
}

function MessageForm({ label, button, send, busy }: { label: string; button: string; send: Send; busy: boolean }) {
  // One key for each message: a resend after a lost reply is not a second message.
  const [key, setKey] = useState(() => newKey());
  const [excess, setExcess] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get("text")).trim();
    const tooLong = formatExcess(text, LONGEST);
    setExcess(tooLong);
    if (!text || tooLong) return;
    send({ kind: "message", text, key }, () => {
      form.reset();
      setKey(newKey());
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="s">
        <Field label={label} error={excess}>
          {(ids) => <textarea {...ids} name="text" rows={3} required onInput={() => setExcess(undefined)} />}
        </Field>
        <Button variant="second" size="small" type="submit" busy={busy}>{button}</Button>
      </Stack>
    </form>
  );
}

function newKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function WatchedWhat({ application }: { application: Application }) {
  const rows = viewsByAnswer(application);
  if (rows.length === 0) return null;
  return (
    <TitledCard title={m.applications_watched()}>
      <DividedList>
        {rows.map(({ answer, names, isRead, seconds }) => (
          <Row key={answer.order} as="li" spread top>
            <div>
              <Text strong>{answer.competency}</Text>
              {names.length > 0 && <Text size="small" quiet>{formatList(names)}</Text>}
            </div>
            <Text size="small" quiet num>{formatWatched(names.length > 0, isRead, seconds, answer.duration)}</Text>
          </Row>
        ))}
      </DividedList>
    </TitledCard>
  );
}

function formatWatched(seen: boolean, isRead: boolean, seconds: number, duration: number | null): string {
  if (!seen) return m.applications_watched_not();
  if (duration === null || seconds === 0) return isRead ? m.applications_watched_read() : m.applications_watched_begun();
  if (seconds >= duration - 1) return m.applications_watched_all();
  return m.applications_watched_part({ seen: formatDuration(seconds), all: formatDuration(duration) });
}

function Sharing({ application, send, busy, shares }: PartProps & { shares: Shares & { until: string } }) {
  const { video, words, score } = shares;
  const employer = application.employer.name;
  return (
    <TitledCard title={m.applications_share()}>
      {application.turn !== null && !video && !words && <Text strong>{m.applications_share_nothing({ employer })}</Text>}
      <Switches shares={{ video, words, score }} busy={busy} onChange={(next) => send({ kind: "shares", shares: next })} />
      <Text size="small" quiet>{m.applications_share_text({ employer, day: formatDate(shares.until) })}</Text>
    </TitledCard>
  );
}

/** What was shared has ended, and the employer still needs it. */
function ShareAgain({ application, send, busy }: PartProps) {
  const [shares, setShares] = useState(() => sharesToBegin(application));
  const opens = shares.video || shares.words;
  return (
    <TitledCard title={m.applications_share()}>
      <Text strong>{m.applications_share_over({ employer: application.employer.name })}</Text>
      <NewConsent application={application} shares={shares} onChange={setShares} />
      <Button full busy={busy} aria-disabled={!opens || undefined} onClick={() => opens && send({ kind: "shares", shares })}>
        {m.applications_share_again()}
      </Button>
    </TitledCard>
  );
}

/** What the candidate agrees to share with the employer from now on, and until when. */
function NewConsent({ application, shares, onChange }: { application: Application; shares: Shares; onChange: (shares: Shares) => void }) {
  const employer = application.employer.name;
  return (
    <Stack gap="xs">
      <Text strong>{m.applications_they_see()}</Text>
      <Switches shares={shares} busy={false} onChange={onChange} />
      {!shares.video && !shares.words && <Text size="small" role="status">{m.applications_look_nothing()}</Text>}
      <Text size="small" quiet>{m.applications_share_until({ employer, day: formatDate(application.shareUntil) })}</Text>
    </Stack>
  );
}

function Switches({ shares, busy, onChange }: { shares: Shares; busy: boolean; onChange: (shares: Shares) => void }) {
  return (
    <div>
      <Switch
        icon={Video}
        label={m.applications_video()}
        detail={shares.video ? m.applications_share_video() : m.applications_share_off()}
        on={shares.video}
        busy={busy}
        onChange={(video) => onChange({ ...shares, video })}
      />
      <Switch
        icon={AlignLeft}
        label={m.applications_words()}
        detail={shares.words ? m.applications_share_words() : m.applications_share_off()}
        on={shares.words}
        busy={busy}
        onChange={(words) => onChange({ ...shares, words })}
      />
      <Switch
        icon={ChartNoAxesColumn}
        label={m.applications_score()}
        detail={shares.score ? m.applications_share_score() : m.applications_share_score_off()}
        on={shares.score}
        busy={busy}
        onChange={(score) => onChange({ ...shares, score })}
      />
    </div>
  );
}

/** Whether the employer can look at answers now. */
function opensAnswers({ shares }: Application): boolean {
  return shares !== null && shares.active && (shares.video || shares.words);
}

/** Returns what was shared last; everything, like a new application, if that opens no answer. */
function sharesToBegin({ shares }: Application): Shares {
  if (!shares || !(shares.video || shares.words)) return { video: true, words: true, score: true };
  return { video: shares.video, words: shares.words, score: shares.score };
}

function Withdraw({ send, busy }: PartProps) {
  return (
    <Stack gap="s" as="section">
      <Heading level={2} size={3}>{m.applications_withdraw_title()}</Heading>
      <Text size="small" quiet>{m.applications_withdraw_text()}</Text>
      <Sure
        open={m.applications_withdraw()}
        text={m.applications_withdraw_sure()}
        busy={busy}
        onSure={() => send({ kind: "withdraw" })}
      />
    </Stack>
  );
}

/** An action that cannot be taken back: the first press asks. */
function Sure({ open, text, busy, onSure }: { open: string; text: ReactNode; busy: boolean; onSure: () => void }) {
  const [asking, setAsking] = useState(false);
  if (!asking) return <TextLink onClick={() => setAsking(true)}>{open}</TextLink>;
  return (
    <Stack gap="s">
      <Text role="status">{text}</Text>
      <Row wrap>
        <Button variant="second" size="small" busy={busy} onClick={onSure}>{open}</Button>
        <TextLink onClick={() => setAsking(false)}>{m.applications_keep()}</TextLink>
      </Row>
    </Stack>
  );
}
