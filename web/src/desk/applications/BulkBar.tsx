import type { Listed } from "#/api/deskList.queries.ts";
import { useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { type BulkAction, whyLeftOut } from "./selection.ts";
import styles from "./BulkBar.module.css";

/** Names before the rest is only counted. */
const SHOWN = 5;
const SHOWN_IN_BAR = 2;

type BarProps = { /** As far as they are loaded. */ rows: readonly Listed[]; count: number; onAct: (action: BulkAction) => void; onClear: () => void };

/** What can be done with the selected applications, from 900 px. */
export function BulkBar({ rows, count, onAct, onClear }: BarProps) {
  const keys = useShortcutsOn();
  const unseen = rows.filter((row) => whyLeftOut(row, "close") === "unseen");
  const unseenByMe = rows.filter((row) => whyLeftOut(row, "invite") === "unseenByMe");
  return (
    <section aria-label={m.desk_list_bulk()} className={styles.bar}>
      <Wide className={styles.inner}>
        <span role="status" className={styles.count}>
          {m.desk_list_selected({ count, countText: formatCount(count) })}
        </span>
        {ACTIONS.map(({ action, name, key }) => (
          <button key={action} type="button" onClick={() => onAct(action)} aria-keyshortcuts={keys ? key : undefined} className={styles.action}>
            {name()}
          </button>
        ))}
        <span className={styles.note}>
          {unseen.length > 0 && m.desk_list_bulk_left_out({ count: unseen.length, names: formatNames(unseen, SHOWN_IN_BAR) })}
          {unseenByMe.length > 0 && ` ${m.desk_list_bulk_to_invite({ names: formatNames(unseenByMe, SHOWN_IN_BAR) })}`}
        </span>
        <button type="button" onClick={onClear} className={styles.action}>
          {m.desk_list_clear_selection()}
          {keys && (
            <kbd aria-hidden="true" className={styles.key}>
              Esc
            </kbd>
          )}
        </button>
      </Wide>
    </section>
  );
}

const ACTIONS: readonly { action: BulkAction; name: () => string; key?: string }[] = [
  { action: "ask", name: m.desk_decide_ask, key: "A" },
  { action: "invite", name: m.desk_decide_invite, key: "I" },
  { action: "close", name: m.desk_list_bulk_close },
];

function withJob({ name, title, location }: Listed): string {
  return `${name} (${location ? m.desk_person_job_at({ title, location }) : title})`;
}

/** Such as "Ana Kim, Ben Novak, and 3 others"; of people with one name, with the job. */
export function formatNames(rows: readonly Listed[], most = SHOWN): string {
  const rest = rows.length - most;
  const names = rows
    .slice(0, rest > 0 ? most : undefined)
    .map((row) => (rows.some((one) => one.id !== row.id && one.name === row.name) ? withJob(row) : row.name));
  return formatList(rest > 0 ? [...names, m.desk_list_bulk_others({ count: rest, countText: formatCount(rest) })] : names);
}
