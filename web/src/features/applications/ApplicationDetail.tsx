import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type Act, act, type Application, applicationQuery, markMessagesRead } from "#/api/applications.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatDate, formatDateTime } from "#/format/dates.ts";
import { DUE_REFRESH_MS, formatReplyDay, nearness } from "#/format/due.ts";
import { formatList } from "#/format/lists.ts";
import { inSentence } from "#/format/sentences.ts";
import { formatPercent } from "#/format/share.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { draftNames } from "#/platform/draftNames.ts";
import { readDraft } from "#/platform/drafts.ts";
import { focusPlace } from "#/platform/focusRescue.ts";
import { useDraftOwner } from "#/session/drafts.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Promised } from "#/ui/Due/Due.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./ApplicationDetail.module.css";
import { ActContext, ActFailure, type Failure } from "./ActButton.tsx";
import { formatStage, isNotMet } from "./progress.ts";
import { Progress } from "./Progress.tsx";
import { TakeBackOthers } from "./TakeBackOthers.tsx";
import { Timeline } from "./Timeline.tsx";
import { MessageForm, type PartProps, type Send, InlineConfirm, unsentNames } from "./ApplicationForms.tsx";
import { formatWhere } from "./where.ts";
import { ViewLog } from "./ViewLog.tsx";
import { YourTurn } from "./YourTurn.tsx";
import { opensAnswers, ShareAgain, Sharing } from "./Sharing.tsx";

/** One application: how far it is, who watched what, messages, what is shared, and what the candidate can do. */
export function ApplicationDetail({ id }: { id: string }) {
  const query = useQuery(applicationQuery(id));
  return (
    <Wide>
      <TextLink back href="/applications">
        {m.applications_title()}
      </TextLink>
      <QueryState
        query={query}
        loading={<PageSpinner />}
        outdated={m.applications_outdated()}
        failed={(error, retry) => {
          const isGone = error instanceof ApiError && error.status === 404;
          return (
            <Empty art={isGone ? "compass" : "spanner"} level={1} title={isGone ? m.applications_gone() : m.applications_failed()}>
              {!isGone && (
                <Button variant="second" {...retry}>
                  {m.ui_retry()}
                </Button>
              )}
            </Empty>
          );
        }}
      >
        {(application) => <Details application={application} />}
      </QueryState>
    </Wide>
  );
}

function Details({ application }: { application: Application }) {
  const change = useMutation(act);
  const { id, version } = application;
  const [place, expectNews] = useNews(application);
  const cache = useQueryClient();
  // The failure is of this version: once somebody changes the application, it is no longer news.
  const [failed, setFailed] = useState<(Failure & { at: number }) | null>(null);
  const pressed = useRef<string | null>(null);
  const isSending = useRef(false); // `isPending` comes too late for the second click of a double click.
  const send: Send = (what, done) => {
    if (isSending.current) return;
    isSending.current = true;
    const by = pressed.current;
    setFailed(null);
    expectNews(what);
    void change
      .mutateAsync({ id, version, ...what })
      .then(
        () => done?.(),
        (error: unknown) => {
          expectNews(null);
          const at = cache.getQueryData(applicationQuery(id).queryKey)?.version ?? version;
          // Somebody else was faster: the page is another one, and its top is shown.
          setFailed({ text: error instanceof ApiError ? error.message : m.applications_not_sent_text(), by: at === version ? by : null, at });
        },
      )
      .finally(() => {
        isSending.current = false;
      });
  };
  const press = (by: string) => {
    pressed.current = by;
  };
  const failure = failed?.at === version ? failed : null;
  const part = { application, send, busy: change.isPending };
  const isOpen = application.turn !== null;
  const owner = useDraftOwner();
  // As it was when the page opened: the fields have it.
  const [kept] = useState(() => draftNames(owner, unsentNames(id)));
  const isKept = kept.some((name) => readDraft<string>(owner, name)?.trim());
  const { shares } = application;
  return (
    <ActContext value={{ failure, press }}>
      <Stack gap="m">
        <div className={styles.head}>
          <div>
            <Heading level={1}>{application.title}</Heading>
            <Text quiet>{formatWhere(application.employer.name, application.place)}</Text>
          </div>
          {!application.offer && <Pay low={application.payLow} high={application.payHigh} />}
        </div>
        {isKept && (
          <Banner tone="plain" title={m.applications_kept({ employer: application.employer.name })}>
            {m.applications_kept_text()}
          </Banner>
        )}
        <ActFailure by={null} />
        <div className={styles.sides}>
          <Stack gap="m" ref={place}>
            <YourTurn {...part} />
            {application.stage === "hired" && <TakeBackOthers />}
            <ProgressCard application={application} />
            <Messages {...part} />
          </Stack>
          <Stack gap="m">
            <ViewLog application={application} />
            {shares?.active && !(application.lookUntil && !opensAnswers(application)) && <Sharing {...part} shares={shares} />}
            {!shares?.active && isOpen && <ShareAgain {...part} />}
            {isOpen && <Withdraw {...part} />}
          </Stack>
        </div>
      </Stack>
    </ActContext>
  );
}

/** After an action of the candidate: shows what came of it at the top of the page, and gives it the focus. */
function useNews({ version, stage }: Application): [place: RefObject<HTMLDivElement | null>, expectNews: (what: Act | null) => void] {
  const place = useRef<HTMLDivElement>(null);
  const acted = useRef(false);
  useEffect(() => {
    if (!acted.current) return;
    acted.current = false;
    const news = place.current?.querySelector("h2");
    if (news) focusPlace(news);
    scrollTo(0, 0);
  }, [version]);
  return [
    place,
    (what) => {
      // A message in the conversation and a switch stay where they are.
      const stays = what === null || what.kind === "shares" || (what.kind === "message" && stage !== "question_asked");
      acted.current = !stays;
    },
  ];
}

function ProgressCard({ application }: { application: Application }) {
  const now = useNow(DUE_REFRESH_MS);
  const { stage, replyBy, zone, turn, percent, late, look } = application;
  const lastAction = application.moves.at(-1)?.action;
  const [answer, ...more] = application.moves.filter(({ action }) => action === "answer");
  const movesReplyDay = answer && more.length === 0 && formatDate(answer.madeAt) !== formatDate(application.submittedAt);
  // Before a meeting none is owed, and a new request says it itself.
  const stopsDate = look !== null && turn === "employer" && !replyBy && application.staffed && stage !== "invited" && lastAction !== "look_again";
  return (
    <TitledCard title={hasCard(application) ? m.applications_history() : formatStage(stage, lastAction)}>
      <Progress stage={stage} lastAction={lastAction} named />
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
          {late ? m.applications_late_text() : percent !== null && m.applications_on_time({ percent: formatPercent(percent / 100) })}
        </Promised>
      )}
      {look && lastAction === "look_again" && <Text>{formatLook(look, application.employer.name)}</Text>}
      {stopsDate && <Text>{m.applications_look_no_date({ employer: application.employer.name })}</Text>}
      {lastAction === "answer" && movesReplyDay && replyBy && (
        <Text size="small" quiet>
          {m.applications_extended()}
        </Text>
      )}
      {turn === null && stage !== "hired" && <TextLink href="/matches">{m.applications_send_others()}</TextLink>}
      <Timeline application={application} />
    </TitledCard>
  );
}

/** Whether a card above says how far it is: see `YourTurn`. */
function hasCard({ stage, turn }: Application): boolean {
  return turn === "candidate" || ["declined", "closed", "hired", "withdrawn"].includes(stage);
}

function formatLook({ deciders, decidersMore }: NonNullable<Application["look"]>, employer: string): string {
  if (deciders.length === 0) return m.applications_look_nobody({ employer });
  const others = decidersMore > 0 ? [m.applications_others({ count: decidersMore })] : [];
  return m.applications_look_open({ names: formatList([...deciders, ...others]) });
}

function Messages({ application, send, busy }: PartProps) {
  useMarkRead(application);
  const isAsked = application.stage === "question_asked";
  const hasForm = isAsked || isNotMet(application.stage, application.moves.at(-1)?.action);
  const canWrite = (application.turn !== null || application.stage === "hired") && !hasForm;
  // The question has a card of its own, with the answer.
  const open = isAsked ? application.messages.filter(({ question }) => question).at(-1) : undefined;
  const messages = application.messages.filter((message) => message !== open);
  if (messages.length === 0 && !canWrite) return null;
  return (
    <TitledCard title={m.applications_messages()}>
      <ul className={styles.messages}>
        {messages.map((message) => (
          <li key={message.id} className={message.sender === "candidate" ? styles.mine : styles.theirs}>
            <p className={styles.text}>{message.text}</p>
            <Text size="small" quiet>{`${message.name ?? m.applications_you()}, ${formatDateTime(message.sentAt)}`}</Text>
          </li>
        ))}
      </ul>
      {canWrite && !application.staffed && <Text>{m.applications_write_absent({ employer: application.employer.name })}</Text>}
      {canWrite && (
        <MessageForm
          application={application.id}
          field="message"
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

function Withdraw({ application: { employer, meeting }, send, busy }: PartProps) {
  const now = useNow(DUE_REFRESH_MS);
  const start = meeting?.state === "chosen" ? meeting.startsAt : null;
  const ends =
    meeting && start && Date.parse(start) > now
      ? m.applications_ends_meeting({ employer: employer.name, when: inSentence(formatAppointmentIn(meeting.zone, start)) })
      : "";
  return (
    <Stack gap="s" as="section">
      <Heading level={2} size={3}>
        {m.applications_withdraw_title()}
      </Heading>
      <Text size="small" quiet>
        {m.applications_withdraw_text()}
      </Text>
      <InlineConfirm
        open={m.applications_withdraw()}
        text={[ends, m.applications_withdraw_sure()].filter(Boolean).join(" ")}
        busy={busy}
        onConfirm={() => send({ kind: "withdraw" })}
      />
    </Stack>
  );
}
