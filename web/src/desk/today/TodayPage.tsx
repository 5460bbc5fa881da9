import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Play, Text as Lines } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { beginningQuery, type FullJob, type News, queueQuery, type QueueRow } from "#/api/deskPerson.queries.ts";
import type { TeamMember } from "#/api/types.ts";
import { UnsentNotices } from "#/desk/decide/UnsentNotices.tsx";
import { DueDay, formatDueDay, zoneOf } from "#/desk/due/DueDay.tsx";
import { useDesk } from "#/desk/session.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { daysUntil, formatDay, formatReplyDay, nearness } from "#/format/due.ts";
import { formatDuration } from "#/format/duration.ts";
import { formatCount } from "#/format/numbers.ts";
import { capitalized } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { type AppPath, useNavigate } from "#/platform/paths.ts";
import { pathTo } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Due, type DueState } from "#/ui/Due/Due.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { Checklist } from "./Checklist.tsx";
import { FullJobs, NewsList } from "./News.tsx";
import styles from "./Today.module.css";

const MINUTE_MS = 60_000;

/** Who waits for this member's reply, nearest promise first and by nothing else. */
export default function TodayPage() {
  const query = useInfiniteQuery(queueQuery);
  const { role, dailyDigest } = useDesk().member;
  const calm = <CaughtUp role={role} digest={dailyDigest} />;
  return (
    <QueryState query={query} failed={m.desk_person_today_failed()} outdated={m.desk_person_today_outdated()} loading={<PageSpinner />}>
      {({ pages }) => {
        const news = pages[0]?.news ?? [];
        const full = pages[0]?.full ?? [];
        const told = new Set(news.map(({ id }) => id));
        const rows = pages.flatMap((page) => page.rows);
        return rows.length === 0 && news.length === 0 ? (
          <>
            <UnsentNotices alone />
            {full.length > 0 && (
              <Wide>
                <FullJobs jobs={full} />
              </Wide>
            )}
            {role === "owner" ? <Checklist>{calm}</Checklist> : calm}
          </>
        ) : (
          <Waiting
            rows={rows.filter(({ id }) => !told.has(id))}
            news={news}
            full={full}
            title={titleOf(pages[0], news)}
            late={pages[0]?.late ?? 0}
            // Of all that waits, or none: that of the loaded part would mislead.
            minutes={query.hasNextPage ? 0 : pages.reduce((sum, page) => sum + page.minutes, 0)}
            onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            busy={query.isFetchingNextPage}
          />
        );
      }}
    </QueryState>
  );
}

type WaitingProps = {
  /** Applications that wait and have no news. */
  rows: QueueRow[];
  news: readonly News[];
  full: readonly FullJob[];
  title: string;
  late: number;
  minutes: number;
  onMore: (() => void) | undefined;
  busy: boolean;
};

function Waiting({ rows, news, full, title, late, minutes, onMore, busy }: WaitingProps) {
  const now = useNow(MINUTE_MS);
  const { employer } = useDesk();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen),
  );
  const next = rows[index];
  const nextId = next?.id;
  const step = (by: number) => setChosen(rows[Math.min(rows.length - 1, Math.max(0, index + by))]?.id ?? null);
  const open = () => next && navigate(playPath(next.id));
  useShortcuts({ j: () => step(1), k: () => step(-1), Enter: open, " ": open });
  const keys = useShortcutsOn();
  const groups = groupsOf(rows, now);
  const show = (group: Group) => (
    <section key={group.label} aria-labelledby={`due-${group.days}`}>
      <div className={styles.head}>
        <Heading level={2} size={3} id={`due-${group.days}`}>
          <Due state={group.state}>
            <span className={styles.due}>{group.label}</span>
          </Due>
        </Heading>
        <Text as="span" quiet num>
          {formatCount(group.rows.length)}
          {onMore && group === groups.at(-1) && "+"}
        </Text>
      </div>
      <ul className={cx(styles.card, isLate(group) && styles.lateCard)}>
        {group.rows.map((row) => (
          <Row key={row.id} row={row} here={row.id === nextId} again={saidBefore(rows, row)} />
        ))}
      </ul>
    </section>
  );
  return (
    <>
      <Wide className={styles.page}>
        <div>
          <Heading level={1}>{title}</Heading>
          <Text quiet>{summary(now, employer.zone, minutes, late)}</Text>
        </div>
        <UnsentNotices />
        <div className={styles.split}>
          <div className={styles.queue}>
            {groups.filter(isLate).map(show)}
            <FullJobs jobs={full} />
            <NewsList news={news} now={now} />
            {groups.filter((group) => !isLate(group)).map(show)}
            {onMore && (
              <Button variant="second" busy={busy} onClick={onMore}>
                {m.desk_person_today_more()}
              </Button>
            )}
          </div>
          {next && (
            <aside className={styles.aside} aria-labelledby="next-person">
              <div className={styles.nextUp}>
                <Face key={next.id} id={next.id} />
                <div className={styles.row}>
                  <Heading level={2} id="next-person">
                    {next.name}
                  </Heading>
                  <DueDay replyBy={next.replyBy} zone={next.zone} now={now} />
                </div>
                <Text quiet>{placeOf(next)}</Text>
                <Button full href={playPath(next.id)}>
                  {m.desk_person_today_start({ name: next.firstName })}
                </Button>
                {keys && (
                  <p className={styles.hints}>
                    <span>
                      <kbd>J</kbd> <kbd>K</kbd> {m.desk_person_keys_next_previous()}
                    </span>
                    <span>
                      <kbd>{m.desk_person_key_space()}</kbd> {m.desk_person_keys_play()}
                    </span>
                  </p>
                )}
              </div>
            </aside>
          )}
        </div>
      </Wide>
      {next && (
        <BottomBar onlyNarrow>
          <Button full href={playPath(next.id)}>
            <Icon as={Play} size="s" />
            {m.desk_person_today_start({ name: next.firstName })}
          </Button>
        </BottomBar>
      )}
    </>
  );
}

/** The first picture of the person who is next, from what is loaded ahead. A tap plays it on their page, as the button below does. */
function Face({ id }: { id: string }) {
  const { data } = useQuery(beginningQuery(id));
  const [failed, setFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const bytes = data?.isVideo && !failed ? data.bytes : null;
  useEffect(() => {
    if (!bytes || !video.current) return;
    const url = URL.createObjectURL(bytes);
    video.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  if (!bytes) return null;
  return (
    <AppLink href={playPath(id)} className={styles.face} tabIndex={-1} aria-hidden="true">
      <video ref={video} muted playsInline preload="metadata" onError={() => setFailed(true)} />
    </AppLink>
  );
}

/** Whether a row above has these words: somebody applied to several jobs with one interview. */
function saidBefore(rows: readonly QueueRow[], { id, name, quote }: QueueRow): boolean {
  const first = rows.find((one) => one.name === name && one.quote === quote);
  return quote !== null && first?.id !== id;
}

function Row({ row, here, again }: { row: QueueRow; here: boolean; again: boolean }) {
  const { role } = useDesk().member;
  const { name, firstName, seconds, seen, answers } = row;
  return (
    <li className={cx(styles.waits, here && styles.here)}>
      <div className={styles.id}>
        <h3>{name}</h3>
        <Text size="small" quiet>
          {placeOf(row)}
        </Text>
        {row.hiredFor && (
          <Text size="small" strong>
            {m.desk_person_hired_for({ title: row.hiredFor })}
          </Text>
        )}
      </div>
      {seconds === null ? (
        <AppLink href={playPath(row.id)} className={styles.play} aria-label={m.desk_person_today_read({ name })}>
          <Icon as={Lines} size="s" />
          {m.desk_person_today_read_short()}
        </AppLink>
      ) : (
        <AppLink href={playPath(row.id)} className={styles.play} aria-label={m.desk_person_today_play({ name, length: formatDuration(seconds) })}>
          <Icon as={Play} size="s" className={styles.solid} />
          {formatDuration(seconds)}
        </AppLink>
      )}
      {row.quote && !again && <p className={styles.said}>{m.desk_person_quote({ quote: row.quote })}</p>}
      {row.topics.length > 0 && !again && (
        <p className={styles.about}>
          {row.topics.map((topic) => (
            <Tag key={topic}>{topic}</Tag>
          ))}
        </p>
      )}
      {answers === 0 && <p className={styles.half}>{m.desk_person_today_nothing_shared({ name: firstName })}</p>}
      {seen > 0 && (
        <p className={styles.half}>
          {seen < answers ? m.desk_person_today_half({ seen: formatCount(seen), answers: formatCount(answers) }) : m.desk_person_today_seen()}
        </p>
      )}
      {row.late && (
        <div className={styles.lateNote}>
          <p>{m.desk_person_today_late_note({ day: formatReplyDay(row.replyBy, zoneOf(row.zone)), name: firstName })}</p>
          {role !== "reviewer" && (
            <TextLink href={pathTo("/desk/messages", { application: row.id })}>{m.desk_person_today_late_tell({ name: firstName })}</TextLink>
          )}
        </div>
      )}
    </li>
  );
}

type Group = { days: number; state: DueState; label: string; rows: QueueRow[] };

/** The rows by due day. They are sorted already. */
function groupsOf(rows: readonly QueueRow[], now: number): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const zone = zoneOf(row.zone);
    const days = daysUntil(row.replyBy, zone, now);
    const last = groups.at(-1);
    if (last?.days === days) last.rows.push(row);
    else groups.push({ days, state: nearness(row.replyBy, zone, now), label: formatDueDay(row.replyBy, zone, now), rows: [row] });
  }
  return groups;
}

function isLate({ days }: Group): boolean {
  return days < 0;
}

/** Counts people, not applications; very many are counted as applications. */
function titleOf(page: { waiting: number; people: number | null } | undefined, news: readonly News[]): string {
  const { waiting = 0, people = 0 } = page ?? {};
  if (waiting === 0) return news.some(({ reason }) => reason === "message") ? m.desk_today_title_messages() : m.desk_today_title_news();
  if (people === null) return m.desk_today_title_applications({ countText: formatCount(waiting) });
  return m.desk_person_today_title({ count: people, countText: formatCount(people) });
}

function summary(now: number, zone: string, minutes: number, late: number): string {
  const day = capitalized(formatDay(new Date(now), zone));
  if (late > 0) return m.desk_person_today_summary_late({ day, count: late, countText: formatCount(late) });
  if (minutes > 0) return m.desk_person_today_summary({ day, count: minutes, countText: formatCount(minutes) });
  return m.desk_person_today_summary_day({ day });
}

function placeOf({ title, location }: QueueRow): string {
  return location ? m.desk_person_job_at({ title, location }) : title;
}

/** The person's page, playing the first answer that is left. */
function playPath(id: string): AppPath {
  return `/desk/applications/${id}?play=1`;
}

const RAYS = [-62, -31, 0, 31, 62];

/** Nobody waits for this member. */
function CaughtUp({ role, digest }: { role: TeamMember["role"]; digest: boolean }) {
  const text = digest ? m.desk_person_today_caught_up_digest() : m.desk_person_today_caught_up_text();
  return (
    <div className={styles.calm}>
      <div>
        <Heading level={1}>{m.desk_person_today_caught_up()}</Heading>
        <Text size="lead" quiet>
          {role === "reviewer" ? m.desk_person_today_caught_up_reviewer() : text}
        </Text>
      </div>
      <svg viewBox="-10 0 220 120" aria-hidden="true" className={styles.sunrise}>
        <path d="M35 120a65 65 0 0 1 130 0z" />
        {RAYS.map((turn) => (
          <rect key={turn} x="95" y="6" width="10" height="26" rx="5" transform={`rotate(${turn} 100 120)`} />
        ))}
      </svg>
    </div>
  );
}
