import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { markMessagesRead, messagesQuery, sendDeskMessage, threadsQuery, wordingQuery } from "#/api/deskMessages.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { NewMessage } from "#/api/limits.gen.ts";
import type { Thread, ThreadMessages } from "#/api/types.ts";
import { DueDay } from "#/desk/due/DueDay.tsx";
import { FairWords } from "#/desk/decide/FairWords.tsx";
import { formatJob } from "#/desk/decide/pending.ts";
import { useFairStop } from "#/desk/decide/useFairStop.ts";
import { formatStage } from "#/desk/applications/filters.ts";
import { useKept } from "#/desk/decide/kept.ts";
import { TemplatePicker } from "#/desk/templates/TemplatePicker.tsx";
import { formatDateTime } from "#/format/dates.ts";
import { formatExcess } from "#/format/length.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { useContentKeys } from "#/platform/contentKeys.ts";
import { pathTo, usePageQuery } from "#/platform/paths.ts";
import { useHasFocus } from "#/platform/useHasFocus.ts";
import { useIsWide } from "#/platform/useIsWide.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { cx } from "#/ui/cx.ts";
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
import { Wide } from "#/ui/Wide/Wide.tsx";
import { JobQuestions } from "./JobQuestions.tsx";
import styles from "./MessagesPage.module.css";

const PATH = "/desk/messages";
const MINUTE_MS = 60_000;
const READING_MS = 3000;

/**
 * Conversations about applications: the list, and the one that the address names, or on a wide window the newest that is unread, else the
 * newest.
 */
export default function MessagesPage() {
  const { application: named = null } = usePageQuery("/desk/messages");
  const query = useInfiniteQuery(threadsQuery);
  const isWide = useIsWide();
  const [first, setFirst] = useState<string | null>(null);
  const threads = query.data?.pages[0]?.threads ?? [];
  const begin = threads.find(({ unread }) => unread > 0) ?? threads[0];
  if (first === null && begin) setFirst(begin.id); // It stays once it is read.
  const open = named ?? (isWide ? first : null);
  return (
    <Wide className={cx(styles.page, open !== null && styles.one)}>
      <div className={styles.list}>
        <Heading level={1}>{m.desk_nav_messages()}</Heading>
        <JobQuestions />
        <QueryState query={query} failed={m.desk_decide_messages_failed()} outdated={m.desk_decide_messages_outdated()}>
          {({ pages }) => <Threads threads={pages.flatMap(({ threads }) => threads)} open={open} />}
        </QueryState>
        {query.hasNextPage && (
          <Button variant="second" size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.desk_decide_messages_more()}
          </Button>
        )}
      </div>
      <div className={styles.thread}>
        {open !== null && <Conversation key={open} id={open} chosen={named !== null} />}
      </div>
    </Wide>
  );
}

function Threads({ threads, open }: { threads: Thread[]; open: string | null }) {
  if (threads.length === 0) return <Empty art="pad" title={m.desk_decide_messages_empty()} text={m.desk_decide_messages_empty_text()} />;
  return (
    <Card className={styles.threads}>
      <DividedList>
        {threads.map(({ id, firstName: name, title, location, stage, last, unread }) => (
          <li key={id} className={cx(styles.row, id === open && styles.open)}>
            <div className={styles.head}>
              <AppLink
                href={pathTo("/desk/messages", { application: id })}
                aria-current={id === open ? "true" : undefined}
                aria-label={`${name}, ${formatJob(title, location)}`}
                className={styles.name}
              >
                {name}
              </AppLink>
              <Text as="span" size="small" quiet num>{formatDateTime(last.sentAt)}</Text>
            </div>
            <Text size="small" quiet>{`${formatJob(title, location)}, ${formatStage(stage)}`}</Text>
            <div className={styles.head}>
              <Text size="small" strong={unread > 0} className={styles.last}>
                {last.sender === "member" ? m.desk_decide_messages_you({ text: last.text }) : m.desk_decide_messages_from({ name, text: last.text })}
              </Text>
              {unread > 0 && <Tag tone="info">{m.desk_decide_messages_unread({ count: unread })}</Tag>}
            </div>
          </li>
        ))}
      </DividedList>
    </Card>
  );
}

/** The messages about one application. Until it is `chosen`, they count as read after a while in a window that has the focus. */
function Conversation({ id, chosen }: { id: string; chosen: boolean }) {
  const query = useQuery(messagesQuery(id));
  const { mutate: markRead } = useMutation(markMessagesRead);
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const unread = query.data?.messages.some(({ sender, readAt }) => sender === "candidate" && readAt === null) ?? false;
  const seen = useHasFocus() && unread;
  useEffect(() => {
    if (!seen) return;
    const timer = setTimeout(() => markRead(id), chosen ? 0 : READING_MS);
    return () => clearTimeout(timer);
  }, [seen, chosen, id, markRead]);
  return (
    <Stack gap="m">
      <div className={styles.back}>
        <TextLink back href={PATH}>{m.desk_decide_messages_back()}</TextLink>
      </div>
      <QueryState query={query} failed={isGone ? () => <Gone /> : m.desk_decide_messages_failed()} outdated={m.desk_decide_messages_outdated()}>
        {(found) => <Messages found={found} />}
      </QueryState>
    </Stack>
  );
}

function Gone() {
  return <Empty art="compass" title={m.desk_decide_messages_gone()} text={m.desk_decide_messages_gone_text()} />;
}

function Messages({ found }: { found: ThreadMessages }) {
  const { id, firstName: name, title, location, stage, messages, writable, replyBy, zone } = found;
  const now = useNow(MINUTE_MS);
  return (
    <>
      <Row spread top wrap>
        <div>
          <Heading level={2}>{m.desk_decide_messages_with({ name })}</Heading>
          <Text size="small" quiet>{`${formatJob(title, location)}, ${formatStage(stage)}`}</Text>
        </div>
        {replyBy && <DueDay replyBy={replyBy} zone={zone} now={now} />}
        <TextLink href={pathTo<"/desk/applications/:id">(`/desk/applications/${id}`, { from: "messages" })}>{m.desk_decide_messages_open()}</TextLink>
      </Row>
      {messages.length === 0 && <Text quiet>{m.desk_decide_messages_none({ name })}</Text>}
      <ol className={styles.messages}>
        {messages.map((message) => (
          <li key={message.id} className={cx(styles.bubble, message.sender === "member" && styles.mine)}>
            {message.question && <Text size="small" strong>{m.desk_decide_messages_question()}</Text>}
            <Text className={styles.text}>{message.text}</Text>
            <Text size="small" quiet num>
              {message.name ?? name}, {formatDateTime(message.sentAt)}
              {message.sender === "member" && message.readAt && ` · ${m.desk_decide_messages_seen()}`}
            </Text>
          </li>
        ))}
      </ol>
      {writable ? <Writer id={id} name={name} /> : <Text quiet>{m.desk_decide_messages_closed()}</Text>}
    </>
  );
}

function Writer({ id, name }: { id: string; name: string }) {
  const { kept, keep, drop } = useKept("message", id);
  const [text, setText] = useState(kept?.text ?? "");
  const [keyOf, forgetKeys] = useContentKeys();
  const [missing, setMissing] = useState(false);
  const { mutateAsync, isPending, error } = useMutation(sendDeskMessage);
  const excess = formatExcess(text, NewMessage.text);
  const { data: wording } = useQuery({ ...wordingQuery(excess ? "" : text.trim(), id), placeholderData: keepPreviousData });
  const cache = useQueryClient();
  const { stopped, checking, sendUnlessFound } = useFairStop(text.trim());
  const check = async () => (await cache.fetchQuery({ ...wordingQuery(text.trim(), id), staleTime: Infinity })).findings;
  const write = (next: string) => {
    setText(next);
    if (next.trim()) keep({ name, text: next });
    else drop();
  };
  const pick = (filled: string) => {
    if (isPending || checking) return;
    write(filled);
    setMissing(false);
  };
  const sent = () => {
    write("");
    forgetKeys();
  };
  const send = () => {
    const words = text.trim();
    const warning = stopped > 0 ? (wording?.warning ?? null) : null;
    if (!isPending) void mutateAsync({ id, key: keyOf(words), text: words, warning }).then(sent, () => undefined);
  };
  return (
    <form
      className={styles.writer}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!text.trim());
        if (text.trim() && !excess && !isPending) void sendUnlessFound(check, send);
      }}
    >
      <Field label={m.desk_decide_messages_write({ name })} error={missing ? m.desk_decide_messages_missing() : excess}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            readOnly={isPending || checking}
            value={text}
            onChange={({ target }) => {
              write(target.value);
              setMissing(false);
            }}
          />
        )}
      </Field>
      <FairWords text={text} findings={wording?.findings ?? []} stopped={stopped} onSend={send} />
      {error && <Banner tone="danger" title={m.desk_decide_not_sent()}>{messageOf(error, m.desk_decide_messages_not_sent())}</Banner>}
      <Row spread top>
        <TemplatePicker id={id} purpose="message" text={text} onPick={pick} />
        <Button type="submit" size="small" busy={isPending || checking}>{m.desk_decide_messages_send()}</Button>
      </Row>
    </form>
  );
}
