import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Plus } from "lucide-react";
import { type ListChoices, listChoicesQuery, type ListCounts, type ListFilters, type ListView, savedViewsQuery } from "#/api/deskList.queries.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Field } from "#/ui/Field/Field.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { areSame, filtersOf, formatStage, formatView, LIST_VIEWS, type NARROWING, STAGES } from "./filters.ts";
import styles from "./ApplicationsPage.module.css";

export type Filter = (typeof NARROWING)[number];
export type ShowProps = { filters: ListFilters & { view: ListView }; onShow: (next: ListFilters) => void };
type ViewsProps = ShowProps & { counts: ListCounts | null | undefined; onSave: () => void; onManage: () => void };

/** The views with their counts, and the member's own. */
export function Views({ filters, counts, onShow, onSave, onManage }: ViewsProps) {
  const { data: saved = [] } = useQuery(savedViewsQuery);
  const isSaved = saved.some((one) => areSame(filtersOf(one), filters));
  const isPlain = areSame({ view: filters.view }, filters);
  return (
    <div role="group" aria-label={m.desk_list_views()} className={styles.views}>
      {LIST_VIEWS.map((view) => (
        <Pill key={view} on={isPlain && filters.view === view} onClick={() => onShow({ view })}>
          {formatView(view)} {counts && <b>{formatCount(counts[COUNT_OF[view]])}</b>}
        </Pill>
      ))}
      {saved.map((one) => (
        <Pill key={one.id} on={areSame(filtersOf(one), filters)} onClick={() => onShow(filtersOf(one))}>
          {one.name}
        </Pill>
      ))}
      {!isSaved && !isPlain && (
        <button type="button" onClick={onSave} className={styles.link}>
          <Icon as={Plus} size="s" />
          {m.desk_list_save_view()}
        </button>
      )}
      {saved.length > 0 && (
        <button type="button" onClick={onManage} className={styles.link}>
          {m.desk_list_manage()}
        </button>
      )}
    </div>
  );
}

const COUNT_OF = {
  needs_reply: "needsReply",
  due_today: "dueToday",
  late: "late",
  waiting: "waiting",
  meeting_this_week: "meetingThisWeek",
  all_open: "allOpen",
  ended: "ended",
} as const satisfies Record<ListView, keyof ListCounts>;

/** Returns the filters with another order. */
export function sortedBy(filters: ListFilters, newest: boolean): ListFilters {
  const { sort: _, ...rest } = filters;
  return newest ? { ...rest, sort: "newest" } : rest;
}

/** Returns the filters with one of them set, or removed for ''. */
function filteredBy(filters: ListFilters, name: Filter, value: string): ListFilters {
  const { [name]: _, ...rest } = filters;
  return value ? { ...rest, [name]: value } : rest;
}

export function Sorting({ filters, onShow }: ShowProps) {
  return (
    <span className={styles.choice}>
      <select
        aria-label={m.desk_list_sort()}
        value={filters.sort ?? "reply_by"}
        onChange={({ currentTarget }) => onShow(sortedBy(filters, currentTarget.value === "newest"))}
      >
        <option value="reply_by">{m.desk_list_sort_reply_by()}</option>
        <option value="newest">{m.desk_list_sort_newest()}</option>
      </select>
      <Icon as={ChevronDown} size="s" />
    </span>
  );
}

export const FILTER_NAMES: Record<Filter, () => string> = {
  job: m.desk_list_job,
  location: m.desk_list_location,
  stage: m.desk_list_stage,
  member: m.desk_list_member,
};

const LISTS = { job: "jobs", location: "locations", member: "members" } as const;

type ChoiceProps = ShowProps & {
  name: Filter;
  /** What it says when it does not filter. */ all: string;
  id?: string;
  className?: string;
  "aria-label"?: string;
};

export function Choice({ name, all, filters, onShow, ...attributes }: ChoiceProps) {
  const { data } = useQuery(listChoicesQuery);
  return (
    <select {...attributes} value={filters[name] ?? ""} onChange={({ currentTarget: { value } }) => onShow(filteredBy(filters, name, value))}>
      <option value="">{all}</option>
      {optionsOf(name, data).map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
      {name !== "stage" && data?.cut.includes(LISTS[name]) && <option disabled>{m.desk_list_choices_cut()}</option>}
    </select>
  );
}

function optionsOf(name: Filter, choices: ListChoices | undefined): { id: string; label: string }[] {
  if (name === "stage") return STAGES.map((stage) => ({ id: stage, label: formatStage(stage) }));
  const found = choices?.[LISTS[name]] ?? [];
  return found.map(({ id, name: label, detail }) => ({ id, label: detail ? `${label}, ${detail}` : label }));
}

export function PhoneChoice({ name, ...show }: ShowProps & { name: Filter }) {
  return <Field label={FILTER_NAMES[name]()}>{(ids) => <Choice name={name} all={m.desk_list_any()} {...show} id={ids.id} className={ids.className} />}</Field>;
}

/** Options that have a digit as their key: 1 to 9, then 0. */
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"] as const;

/** One filter by keyboard: a digit chooses; of more options than digits, a field does. */
export function PickFilter({ name, filters, onShow }: ShowProps & { name: Filter }) {
  const { data } = useQuery(listChoicesQuery);
  const keys = useShortcutsOn();
  const options = optionsOf(name, data);
  const isShort = options.length <= DIGITS.length;
  const choose = (value: string) => onShow(filteredBy(filters, name, value));
  useShortcuts(Object.fromEntries(options.slice(0, DIGITS.length).map(({ id }, at) => [DIGITS[at], () => choose(id)])), { active: isShort });
  if (!isShort) return <PhoneChoice name={name} filters={filters} onShow={onShow} />;
  return (
    <Stack gap="xs">
      {options.map(({ id, label }, at) => (
        <button
          key={id}
          type="button"
          aria-pressed={filters[name] === id}
          data-autofocus={at === 0 ? "" : undefined}
          onClick={() => choose(id)}
          className={styles.pick}
        >
          {keys && (
            <kbd aria-hidden="true" className={styles.key}>
              {DIGITS[at]}
            </kbd>
          )}
          {label}
        </button>
      ))}
      {filters[name] && (
        <button type="button" onClick={() => choose("")} className={styles.pick}>
          {m.desk_list_any()}
        </button>
      )}
    </Stack>
  );
}
