import { ArrowUp, EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import type { Listed, ListFilters } from "#/api/deskList.queries.ts";
import { daysUntil, formatDay, formatReplyDay, nearness } from "#/format/due.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { cx } from "#/ui/cx.ts";
import { Due } from "#/ui/Due/Due.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Levels } from "#/ui/Levels/Levels.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { personPath } from "./address.ts";
import { formatStage } from "./filters.ts";
import styles from "./Rows.module.css";

const MINUTE = 60_000;
const STAGE_TONE: Partial<Record<Listed["stage"], "info" | "good">> = { in_review: "info", met: "info", invited: "good", offered: "good", hired: "good" };

type RowsProps = {
  rows: readonly Listed[];
  /** Of the list, which a person's page goes on through. */
  filters: ListFilters;
  /** For places without a zone of their own. */
  zone: string;
  caption: string;
  /** The heads of the columns that can be filtered. */
  heads: { job: ReactNode; location: ReactNode; stage: ReactNode; member: ReactNode };
  onOpen: (id: string) => void;
  /** Selecting, from 900 px; null for members who cannot decide. */
  selecting: Selecting | null;
};

type Selecting = {
  has: (id: string) => boolean;
  /** Selects one row or takes it out; `range`: all from the one before. */
  onToggle: (row: Listed, range: boolean) => void;
  /** Whether all that match are selected, how many they are, and whether these are only the first ones. */
  all: boolean;
  total: number;
  isCut: boolean;
  onAll: (selected: boolean) => void;
};

/** The applications: a table from 900 px, rows of two lines below. No column knows a score. */
export function Rows({ rows, filters, zone, caption, heads, onOpen, selecting }: RowsProps) {
  const newestFirst = filters.sort === "newest";
  const now = useNow(MINUTE);
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {selecting && (
            <td className={styles.select}>
              <label className={styles.box}>
                <input
                  type="checkbox"
                  aria-label={(selecting.isCut ? m.desk_list_select_first : m.desk_list_select_everyone)({ countText: formatCount(selecting.total) })}
                  checked={selecting.all}
                  onChange={({ target }) => selecting.onAll(target.checked)}
                />
              </label>
            </td>
          )}
          <th scope="col">{m.desk_list_name()}</th>
          <th scope="col">{heads.job}</th>
          <th scope="col">{heads.location}</th>
          <th scope="col">{heads.stage}</th>
          <th scope="col">{m.desk_list_rating()}</th>
          <th scope="col" className={styles.seen}>
            {heads.member}
          </th>
          <th scope="col" aria-sort={newestFirst ? undefined : "ascending"}>
            <span className={styles.sorted}>
              {m.desk_list_reply_by()}
              {!newestFirst && <Icon as={ArrowUp} size="s" />}
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ListRow key={row.id} row={row} filters={filters} zone={row.zone ?? zone} now={now} onOpen={onOpen} selecting={selecting} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { row: Listed; filters: ListFilters; zone: string; now: number; onOpen: (id: string) => void; selecting: Selecting | null };

function ListRow({ row, filters, zone, now, onOpen, selecting }: RowProps) {
  const selected = selecting?.has(row.id) ?? false;
  return (
    <tr className={cx(selected && styles.selected)}>
      {selecting && (
        <td className={styles.select}>
          <label className={styles.box}>
            <input
              type="checkbox"
              aria-label={m.desk_list_select({ name: row.name })}
              checked={selected}
              // The change of a checkbox does not tell whether Shift is held.
              onClick={({ shiftKey }) => selecting.onToggle(row, shiftKey)}
              onChange={() => undefined}
            />
          </label>
        </td>
      )}
      <th scope="row" className={styles.name}>
        <AppLink href={personPath(row.id, filters, row.key)} data-row={row.id} onClick={() => onOpen(row.id)}>
          {row.name}
        </AppLink>
      </th>
      <td className={styles.job}>{row.title}</td>
      <td className={styles.place}>{row.location}</td>
      <td className={styles.stage}>
        <Tag tone={row.again ? "good" : (STAGE_TONE[row.stage] ?? "plain")}>{row.again ? m.desk_list_stage_again() : formatStage(row.stage)}</Tag>
        {row.pending && <span className={styles.pending}>{m.desk_list_pending()}</span>}
        {row.hiredFor && <span className={styles.pending}>{m.desk_person_hired_for({ title: row.hiredFor })}</span>}
      </td>
      <td className={styles.rating}>
        <Rating row={row} />
      </td>
      <td className={styles.seen}>
        {row.viewers.length > 0 ? formatList(row.viewers.map(salutation)) : <span className={styles.quiet}>{m.desk_list_nobody()}</span>}
      </td>
      <td className={styles.due}>
        <ReplyDate row={row} zone={zone} now={now} />
      </td>
    </tr>
  );
}

/** Ratings of colleagues stay hidden until one's own is saved. */
function Rating({ row: { ratings, mean } }: { row: Listed }) {
  if (ratings === 0) return <span className={styles.quiet}>{m.desk_list_unrated()}</span>;
  if (mean === null) {
    return (
      <span className={styles.veil}>
        <Icon as={EyeOff} size="s" />
        {m.desk_list_ratings({ count: ratings })}
        <VisuallyHidden>{m.desk_list_ratings_hidden()}</VisuallyHidden>
      </span>
    );
  }
  const shown = new Intl.NumberFormat(m.ui_locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(mean);
  return (
    <span className={styles.rated}>
      <span aria-hidden="true" className={styles.levels}>
        <Levels level={Math.round(mean)} />
      </span>
      <span>
        {shown}
        <span className={styles.quiet}>{m.desk_list_people({ count: ratings })}</span>
      </span>
    </span>
  );
}

function ReplyDate({ row: { replyBy, meetsAt }, zone, now }: { row: Listed; zone: string; now: number }) {
  if (meetsAt) return <span className={styles.quiet}>{m.desk_list_meets({ day: formatDay(meetsAt, zone) })}</span>;
  if (!replyBy) return <span className={styles.quiet}>{m.desk_list_no_reply()}</span>;
  const state = nearness(replyBy, zone, now);
  const words = {
    gone: () => m.applications_late({ days: Math.max(1, -daysUntil(replyBy, zone, now)) }),
    half: m.desk_list_today,
    low: m.desk_list_tomorrow,
    up: () => formatReplyDay(replyBy, zone),
  } as const;
  return <Due state={state}>{words[state]()}</Due>;
}

/** Such as "51–100 of 480". Without a total there are more than 1,000; searches for a common beginning are not counted. */
export function formatRange(first: number | null, rows: number, total: number | null, searched: boolean): string {
  if (first === null) return searched ? m.desk_list_range_search() : m.desk_list_range_beyond();
  const range = { first: formatCount(first), last: formatCount(first + rows - 1) };
  return total === null ? m.desk_list_range_many(range) : m.desk_list_range({ ...range, total: formatCount(total) });
}

/** Returns how to speak of a colleague: the first of two words; nobody can tell where a given name ends in longer names. */
function salutation(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return rest.length === 1 ? first : name.trim();
}
