import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { markMessagesRead, messagesQuery, sendDeskMessage, threadsQuery, wordingQuery } from "#/api/deskMessages.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { NewMessage } from "#/api/limits.gen.ts";
import type { Thread, ThreadMessages } from "#/api/types.ts";
import { FairWords } from "#/desk/decide/FairWords.tsx";
import { formatStage } from "#/desk/applications/filters.ts";
import { useKept } from "#/desk/decide/kept.ts";
import { TemplatePicker } from "#/desk/templates/TemplatePicker.tsx";
import { formatDateTime } from "#/format/dates.ts";
import { formatExcess } from "#/format/length.ts";
import { m } from "#/messages.gen/messages.js";
import { newKey } from "#/platform/keys.ts";
import { pathTo, usePageQuery } from "#/platform/paths.ts";
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

/** Conversations about applications: the list, and the one that the address names. */
export default function MessagesPage() {
  const { application: open = null } = usePageQuery("/desk/messages");
  const query = useInfiniteQuery(threadsQuery);
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
        {open === null ? <Text quiet className={styles.pick}>{m.desk_decide_messages_pick()}</Text> : <Conversation key={open} id={open} />}
      </div>
    </Wide>
  );
}

function Threads({ threads, open }: { threads: Thread[]; open: string | null }) {
  if (threads.length === 0) return <Empty art="pad" title={m.desk_decide_messages_empty()} text={m.desk_decide_messages_empty_text()} />;
  return (
    <Card className={styles.threads}>
      <DividedList>
        {threads.map(({ id, firstName: name, title, last, unread }) => (
          <li key={id} className={cx(styles.row, id === open && styles.open)}>
            <div className={styles.head}>
              <AppLink href={pathTo("/desk/messages", { application: id })} aria-current={id === open ? "true" : undefined} className={styles.name}>
                {name}
              </AppLink>
              <Text as="span" size="small" quiet num>{formatDateTime(last.sentAt)}</Text>
            </div>
            <Text size="small" quiet>{title}</Text>
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

/** The messages about one application. */
function Conversation({ id }: { id: string }) {
  const query = useQuery(messagesQuery(id));
  const { mutate: markRead } = useMutation(markMessagesRead);
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const unread = query.data?.messages.some(({ sender, readAt }) => sender === "candidate" && readAt === null) ?? false;
  useEffect(() => {
    if (unread) markRead(id);
  }, [unread, id, markRead]);
  return (
    <Stack gap="m">
      <div className={styles.back}><TextLink href={PATH}>{m.desk_decide_messages_back()}</TextLink></div>
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
  const { id, firstName: name, title, stage, messages, writable } = found;
  return (
    <>
      <Row spread top wrap>
        <div>
          <Heading level={2}>{m.desk_decide_messages_with({ name })}</Heading>
          <Text size="small" quiet>{`${title}, ${formatStage(stage as Parameters<typeof formatStage>[0])}`}</Text>
        </div>
        <TextLink href={`/desk/applications/${id}`}>{m.desk_decide_messages_open()}</TextLink>
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
  const [key, setKey] = useState(newKey);
  const [missing, setMissing] = useState(false);
  const { mutateAsync, isPending, error } = useMutation(sendDeskMessage);
  const excess = formatExcess(text, NewMessage.text);
  const { data: findings = [] } = useQuery({ ...wordingQuery(excess ? "" : text.trim()), placeholderData: keepPreviousData });
  const write = (next: string) => {
    setText(next);
    if (next.trim()) keep({ name, text: next });
    else drop();
  };
  const pick = (filled: string) => {
    write(filled);
    setMissing(false);
    if (error) setKey(newKey());
  };
  const sent = () => {
    write("");
    setKey(newKey());
  };
  return (
    <form
      className={styles.writer}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!text.trim());
        if (text.trim() && !excess && !isPending) void mutateAsync({ id, key, text: text.trim() }).then(sent, () => undefined);
      }}
    >
      <Field label={m.desk_decide_messages_write({ name })} error={missing ? m.desk_decide_messages_missing() : excess}>
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            value={text}
            onChange={({ target }) => {
              write(target.value);
              setMissing(false);
              // Another text is another message; the same text again is a resend.
              if (error) setKey(newKey());
            }}
          />
        )}
      </Field>
      <TemplatePicker id={id} purpose="message" text={text} onPick={pick} />
      <FairWords findings={text.trim() ? findings : []} />
      {error && <Banner tone="danger" title={m.desk_decide_not_sent()}>{messageOf(error, m.desk_decide_messages_not_sent())}</Banner>}
      <Button type="submit" size="small" busy={isPending}>{m.desk_decide_messages_send()}</Button>
    </form>
  );
}
