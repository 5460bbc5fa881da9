import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { applicationsQuery, type ApplicationSummary, calendarFeedQuery, type Group } from "#/api/applications.queries.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { DUE_REFRESH_MS, formatCalendarDay, formatDue, nearness } from "#/format/due.ts";
import { formatPay } from "#/format/pay.ts";
import { calendarDate } from "#/format/zones.ts";
import { keepTimes } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { pathTo } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Due } from "#/ui/Due/Due.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { formatNext, formatStage } from "./progress.ts";
import { Progress } from "./Progress.tsx";
import { TakeBackOthers } from "./TakeBackOthers.tsx";
import { formatWhere } from "./where.ts";
import styles from "./Applications.module.css";

const CalendarFeed = lazy(() => import("./CalendarFeed.tsx"));

type GroupTitle = readonly [group: Group, title: () => string];

/** What the candidate acts on, and what they wait for or has ended: two columns where there is room. */
const SIDES: readonly (readonly GroupTitle[])[] = [
  [
    ["yours", m.applications_group_yours],
    ["coming", m.applications_group_coming],
    ["hired", m.applications_group_hired],
  ],
  [
    ["waiting", m.applications_group_waiting],
    ["ended", m.applications_group_ended],
  ],
];

/** The candidate's applications, by whose turn it is. */
export function Applications() {
  const list = useInfiniteQuery({ ...applicationsQuery, refetchOnWindowFocus: "always" });
  const all = list.data?.pages.flatMap(({ applications }) => applications) ?? [];
  return (
    <Wide>
      <Stack gap="l">
        <Heading level={1}>{m.applications_title()}</Heading>
        <QueryState query={list} failed={m.applications_failed()} outdated={m.applications_outdated()}>
          {({ pages }) =>
            all.length === 0 ? (
              <None />
            ) : (
              <>
                <div className={styles.sides}>
                  {SIDES.map((side) => (
                    <Groups key={side[0]?.[0]} side={side} all={all} counts={pages.at(-1)?.counts} />
                  ))}
                </div>
                {list.hasNextPage && (
                  <Button variant="second" full="phone" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    {m.applications_more()}
                  </Button>
                )}
                <TakeBackOthers />
                <InMyCalendar isComing={(pages.at(-1)?.counts.coming ?? 0) > 0 || all.some(startsSoon)} />
              </>
            )
          }
        </QueryState>
      </Stack>
    </Wide>
  );
}

interface GroupsProps {
  side: readonly GroupTitle[];
  all: readonly ApplicationSummary[];
  /** How many each group has on all pages. */
  counts: Readonly<Record<Group, number>> | undefined;
}

function Groups({ side, all, counts }: GroupsProps) {
  const groups = side.map(([group, title]) => ({ group, title, members: all.filter((one) => one.group === group) }));
  const shown = groups.filter(({ members }) => members.length > 0);
  if (shown.length === 0) return null;
  return (
    <Stack gap="l">
      {shown.map(({ group, title, members }) => (
        <Stack key={group} as="section" gap="s">
          <Row>
            <Heading level={2}>{title()}</Heading>
            <Tag>{counts?.[group] ?? members.length}</Tag>
          </Row>
          {members.map((one) => (
            <ApplicationCard key={one.id} application={one} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

/** Whether the first day of a job is ahead. */
function startsSoon({ stage, offer, zone }: ApplicationSummary): boolean {
  return stage === "hired" && offer !== null && offer.startOn >= calendarDate(zone, new Date());
}

/** Only where a meeting or a first day is coming up, or where a calendar follows them already: the link is revoked here. */
function InMyCalendar({ isComing }: { isComing: boolean }) {
  const [open, setOpen] = useState(false);
  const feed = useQuery({ ...calendarFeedQuery, enabled: !isComing });
  if (!isComing && !feed.data?.url && !open) return null;
  return (
    <>
      <div>
        <TextLink icon={<Icon as={CalendarPlus} size="s" />} onClick={() => setOpen(true)}>
          {isComing ? m.applications_feed_open() : m.applications_feed_link()}
        </TextLink>
      </div>
      {open && (
        <Suspense>
          <CalendarFeed onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function None() {
  return (
    <Empty art="compass" title={m.applications_none()} text={m.applications_none_text()}>
      <Button full="phone" href="/matches">
        {m.applications_find()}
      </Button>
    </Empty>
  );
}

function formatViews({ views, opened, staffed }: ApplicationSummary): string {
  if (views > 0) return m.applications_views({ count: views });
  if (opened) return m.applications_opened();
  return staffed ? m.applications_no_views() : m.applications_absent();
}

/** The news itself, and a link that is as large as the card. */
function ApplicationCard({ application }: { application: ApplicationSummary }) {
  const now = useNow(DUE_REFRESH_MS);
  const { id, stage, lastAction, title, employer, place, replyBy, zone, turn, staffed, offer } = application;
  const where = formatWhere(employer, place);
  const link = pathTo("/application", { id });
  const action = turn === "candidate" ? formatNext(stage) : m.applications_open();
  return (
    <Card as="article" className={styles.card}>
      <Stack gap="s">
        <Progress stage={stage} lastAction={lastAction} />
        <Row spread top wrap>
          <Tag tone={turn === "candidate" ? "info" : stage === "hired" ? "good" : "plain"}>{formatStage(stage, lastAction, application.reason)}</Tag>
          {turn === "employer" && replyBy && staffed && <Due state={nearness(replyBy, zone, now)}>{formatDue(replyBy, zone, now)}</Due>}
          {offer && <Pay low={offer.pay} high={offer.pay} />}
        </Row>
        <div>
          <Heading level={3}>
            <AppLink href={link} aria-label={m.applications_open_name({ action, title, employer: where })} className={styles.open}>
              {title}
            </AppLink>
          </Heading>
          <Text size="small" quiet>
            {[where, offer ? null : payOf(application)].filter(Boolean).join(", ")}
          </Text>
        </div>
        <News application={application} />
        {turn === "candidate" && (
          <span aria-hidden="true" className={styles.action}>
            {action}
          </span>
        )}
      </Stack>
    </Card>
  );
}

function payOf({ payLow, payHigh }: ApplicationSummary): string | null {
  const pay = formatPay({ low: payLow, high: payHigh });
  return pay && `${pay}${m.ui_pay_hour()}`;
}

/** What is new about an application, in the words of those who act. */
function News({ application }: { application: ApplicationSummary }) {
  const { turn, unread, meeting, staffed, question, offer, late } = application;
  return (
    <>
      {question && <blockquote className={styles.quote}>{question.text}</blockquote>}
      {offer && (
        <Text>
          <strong>{m.applications_offer_start({ day: formatCalendarDay(offer.startOn) })}.</strong> {keepTimes(offer.firstShift)}
        </Text>
      )}
      {offer?.answerBy && turn === "candidate" && <Text strong>{m.applications_offer_answer_by({ day: formatCalendarDay(offer.answerBy) })}</Text>}
      {meeting && <Text strong>{`${formatAppointmentIn(meeting.zone, meeting.startsAt)}, ${meeting.place}`}</Text>}
      {late && staffed && <Text size="small">{m.applications_late_text()}</Text>}
      {turn === "employer" && (
        <Text size="small" quiet>
          {formatViews(application)}
        </Text>
      )}
      {unread > 0 && !question && (
        <Text size="small" strong>
          {m.applications_unread({ count: unread })}
        </Text>
      )}
    </>
  );
}
