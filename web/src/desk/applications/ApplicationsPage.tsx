import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronDown, Download, ListFilter, Plus, Search } from "lucide-react";
import { type ComponentProps, type FormEvent, lazy, type RefObject, Suspense, useRef, useState } from "react";
import { undoMove } from "#/api/deskDecide.queries.ts";
import {
  changeView,
  deskListQuery,
  exportAddress,
  type ListChoices,
  listChoicesQuery,
  type Listed,
  type ListCounts,
  type ListFilters,
  type ListPage,
  type ListView,
  savedViewsQuery,
  type SavedView,
  saveView,
} from "#/api/deskList.queries.ts";
import { messageOf } from "#/api/errors.ts";
import type { DecideAction } from "#/desk/decide/draft.ts";
import { usePendingDecisions } from "#/desk/decide/pending.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { useDesk } from "#/desk/session.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { cx } from "#/ui/cx.ts";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { addressOfList, areSame, formatStage, formatView, LIST_VIEWS, NARROWING, readFilters, STAGES } from "./filters.ts";
import { BulkBar } from "./BulkBar.tsx";
import { formatRange, Rows } from "./Rows.tsx";
import { type BulkAction, rangeOf, type Selection, withRows } from "./selection.ts";
import styles from "./ApplicationsPage.module.css";

const DecideSheet = lazy(async () => ({ default: (await import("#/desk/decide/DecideSheet.tsx")).DecideSheet }));
const BulkSheet = lazy(async () => ({ default: (await import("./BulkSheet.tsx")).BulkSheet }));

const PAGE = 12;
const NOTHING: Selection = new Map();
type Filter = (typeof NARROWING)[number];
type Panel = "filters" | "save" | "keys" | "view" | null;
/** The sheet that is open: a decision about one application, or one for all that are selected. */
type Open = { id: string; action: DecideAction } | { bulk: BulkAction } | null;

/** All applications of the member: views, filters, search by name, in pages, sorted by reply date and never by a score. */
export default function ApplicationsPage() {
  const filters = readFilters(usePageQuery("/desk/applications"));
  const navigate = useNavigate();
  // The keys of the pages before this one belong to the filters that they were loaded with.
  const [trail, setTrail] = useState<{ of: string; keys: readonly string[] }>({ of: "", keys: [] });
  const of = addressOfList(filters);
  const keys = trail.of === of ? trail.keys : [];
  const first = useQuery(deskListQuery(filters, null));
  const page = useQuery(deskListQuery(filters, keys.at(-1) ?? null));
  const [panel, setPanel] = useState<Panel>(null);
  const rows = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { member } = useDesk();
  const mayDecide = member.role !== "reviewer";
  const [marked, setMarked] = useState<{ of: string; rows: Selection; last: string | null }>({ of: "", rows: NOTHING, last: null });
  const selection = marked.of === of ? marked.rows : NOTHING;
  const [deciding, setDeciding] = useState<Open>(null);
  const { mutate: undo } = useMutation(undoMove);
  const undoable = usePendingDecisions().length > 0;
  const shown = page.data?.rows ?? [];
  // As they are now, if they are on this page.
  const selected = [...selection.values()].map((row) => shown.find(({ id }) => id === row.id) ?? row);
  const select = (changed: readonly Listed[], on: boolean, last: string | null) =>
    setMarked({ of, rows: withRows(selection, changed, on), last });
  const toggle = (row: Listed, range: boolean) =>
    select(range ? rangeOf(shown, marked.last, row.id) : [row], !selection.has(row.id), row.id);
  const clear = () => setMarked({ of, rows: NOTHING, last: null });
  const focused = () => shown.find(({ id }) => id === focusedRow(rows.current));
  const decide = (action: DecideAction) => {
    const row = focused();
    if (selection.size > 0 && (action === "ask" || action === "invite")) setDeciding({ bulk: action });
    else if (row) setDeciding({ id: row.id, action });
  };
  const show = (next: ListFilters) => navigate(addressOfList(next), { replace: true });
  const close = () => setPanel(null);

  useShortcuts(
    {
      j: () => move(rows, 1),
      k: () => move(rows, -1),
      "/": () => search.current?.focus(),
      "?": () => setPanel("keys"),
      ...(mayDecide && {
        x: () => {
          const row = focused();
          if (row) toggle(row, false);
        },
        i: () => decide("invite"),
        a: () => decide("ask"),
        d: () => decide("decline"),
        // The bar with Undo has the key while it is shown.
        ...(!undoable && {
          u: () => {
            const row = focused();
            if (row?.pendingOwn) undo(row.id);
          },
        }),
        Escape: clear,
      }),
    },
    { active: panel === null && deciding === null },
  );

  return (
    <>
      <Wide className={styles.page}>
        <div className={styles.head}>
          <Heading level={1}>{m.desk_nav_applications()}</Heading>
          <div className={styles.tools}>
            <SearchBox key={filters.search} input={search} begin={filters.search ?? ""} onSearch={(words) => show({ ...filters, search: words })} />
            <span className={styles.wide}><Export filters={filters} /></span>
          </div>
        </div>
        <Views filters={filters} counts={first.data?.counts} onShow={show} onSave={() => setPanel("save")} onManage={() => setPanel("view")} />
        <div className={styles.bar}>
          <Sorting filters={filters} onShow={show} />
          <span className={styles.phone}>
            <Button variant="second" size="small" onClick={() => setPanel("filters")}>
              <Icon as={ListFilter} size="s" />
              {m.desk_list_filter()}
            </Button>
          </span>
          {NARROWING.some((name) => filters[name]) && (
            <Button variant="second" size="small" onClick={() => show({ view: filters.view, ...(filters.search && { search: filters.search }) })}>
              {m.desk_list_clear_filters()}
            </Button>
          )}
        </div>
        <QueryState query={page} failed={m.desk_list_failed()} outdated={m.desk_list_outdated()}>
          {(found) => (
            <>
              {found.rows.length === 0 && !NARROWING.some((name) => filters[name])
                ? <Nothing filters={filters} />
                : (
                  <Card ref={rows} className={styles.card}>
                    <ListTable
                      filters={filters}
                      onShow={show}
                      found={found}
                      busy={page.isPlaceholderData}
                      selecting={mayDecide
                        ? { has: (id) => selection.has(id), onToggle: toggle, onAll: (on) => select(found.rows, on, null) }
                        : null}
                    />
                    {found.rows.length === 0 && <Text quiet role="status">{m.desk_list_no_match()}</Text>}
                  </Card>
                )}
              {found.rows.length > 0 && (
                <div className={styles.more}>
                  <Text size="small" quiet num role="status">
                    {formatRange(keys.length * PAGE + 1, keys.length * PAGE + found.rows.length, first.data?.total ?? null, Boolean(filters.search))}
                  </Text>
                  <span className={styles.bar}>
                    {keys.length > 0 && (
                      <Button variant="second" size="small" onClick={() => setTrail({ of, keys: keys.slice(0, -1) })}>{m.desk_list_previous()}</Button>
                    )}
                    {found.nextKey && (
                      <Button variant="second" size="small" busy={page.isPlaceholderData} onClick={() => setTrail({ of, keys: [...keys, found.nextKey ?? ""] })}>
                        {m.desk_list_next()}
                      </Button>
                    )}
                  </span>
                  <span className={styles.phone}><Export filters={filters} /></span>
                </div>
              )}
            </>
          )}
        </QueryState>
      </Wide>
      {selected.length > 0 && <BulkBar rows={selected} onAct={(bulk) => setDeciding({ bulk })} onClear={clear} />}
      <KeysBar keys={mayDecide ? KEYS : READING_KEYS} />
      {deciding && (
        <Suspense>
          {"bulk" in deciding
            ? (
              <BulkSheet
                action={deciding.bulk}
                rows={selected}
                onClose={() => setDeciding(null)}
                onDone={() => {
                  setDeciding(null);
                  clear();
                }}
              />
            )
            : <DecideSheet applicationId={deciding.id} action={deciding.action} onClose={() => setDeciding(null)} />}
        </Suspense>
      )}
      <Dialog open={panel === "filters"} onClose={close} title={m.desk_list_filter()}>
        <Stack>
          {NARROWING.map((name) => <PhoneChoice key={name} name={name} filters={filters} onShow={show} />)}
          <Button full onClick={close}>{m.desk_list_show()}</Button>
        </Stack>
      </Dialog>
      <Dialog open={panel === "save"} onClose={close} title={m.desk_list_save_view()} text={m.desk_list_save_text()}>
        <SaveView filters={filters} onDone={close} />
      </Dialog>
      <Dialog open={panel === "view"} onClose={close} title={m.desk_list_manage()}>
        <Manage />
      </Dialog>
      <Dialog open={panel === "keys"} onClose={close} title={m.desk_list_all_keys()}>
        <dl className={styles.keys}>
          {(mayDecide ? [...KEYS, CLEAR] : READING_KEYS).map(({ keys: pressed, name }) => (
            <div key={name()} className={styles.pair}>
              <dt>{pressed.map((key) => <kbd key={key} className={styles.key}>{key}</kbd>)}</dt>
              <dd>{name()}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

/** Moves the focus to the next or previous row; Enter then opens it, as it does any link. */
function move(list: RefObject<HTMLElement | null>, step: 1 | -1): void {
  const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const here = links.findIndex((link) => link.dataset["row"] === focusedRow(list.current));
  const next = links[here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** The ID of the row that has the focus, in its name or its checkbox. */
function focusedRow(list: HTMLElement | null): string | undefined {
  const row = list?.contains(document.activeElement) ? document.activeElement?.closest("tr") : null;
  return row?.querySelector<HTMLElement>("[data-row]")?.dataset["row"];
}

type Key = { keys: readonly string[]; name: () => string };

const MOVE: Key = { keys: ["J", "K"], name: m.desk_list_key_move };
const OPEN: Key = { keys: ["Enter"], name: m.desk_list_key_open };
const COMMON: readonly Key[] = [{ keys: ["/"], name: m.desk_list_key_search }, { keys: ["?"], name: m.desk_list_all_keys }];
const CLEAR: Key = { keys: ["Esc"], name: m.desk_list_key_clear };
const READING_KEYS: readonly Key[] = [MOVE, OPEN, ...COMMON];
const KEYS: readonly Key[] = [
  MOVE,
  { keys: ["X"], name: m.desk_list_key_select },
  OPEN,
  { keys: ["I"], name: m.desk_decide_invite },
  { keys: ["A"], name: m.desk_decide_ask },
  { keys: ["D"], name: m.desk_decide_decline },
  { keys: ["U"], name: m.desk_list_key_undo },
  ...COMMON,
];

/** The keys of this page, from 900 px; nothing if the member switched them off. */
function KeysBar({ keys: shown }: { keys: readonly Key[] }) {
  if (!useShortcutsOn()) return null;
  return (
    <div role="region" aria-label={m.desk_list_all_keys()} className={styles.keysBar}>
      <Wide>
        <ul>
          {shown.map(({ keys, name }) => (
            <li key={name()}>
              {keys.map((key) => <kbd key={key} className={styles.key}>{key}</kbd>)}
              {name()}
            </li>
          ))}
        </ul>
      </Wide>
    </div>
  );
}

function Export({ filters }: { filters: ListFilters }) {
  return (
    <AppLink outside={exportAddress(filters)} download className={styles.link}>
      <Icon as={Download} size="s" />
      {m.desk_list_export()}
    </AppLink>
  );
}

type SearchBoxProps = { input: RefObject<HTMLInputElement | null>; begin: string; onSearch: (words: string) => void };

function SearchBox({ input, begin, onSearch }: SearchBoxProps) {
  const keys = useShortcutsOn();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(input.current?.value.trim() ?? "");
  };
  return (
    <form role="search" onSubmit={search} className={styles.search}>
      <Icon as={Search} size="s" />
      <input
        ref={input}
        type="search"
        defaultValue={begin}
        aria-label={m.desk_list_search()}
        placeholder={m.desk_list_search()}
        aria-keyshortcuts={keys ? "/" : undefined}
        onKeyDown={({ key, currentTarget }) => key === "Escape" && currentTarget.blur()}
        onChange={({ currentTarget }) => {
          if (currentTarget.value === "" && begin !== "") onSearch("");
        }}
      />
      {keys && <kbd aria-hidden="true" className={styles.key}>/</kbd>}
    </form>
  );
}

type ShowProps = { filters: ListFilters & { view: ListView }; onShow: (next: ListFilters) => void };
type ViewsProps = ShowProps & { counts: ListCounts | null | undefined; onSave: () => void; onManage: () => void };

/** The views with their counts, and the member's own. */
function Views({ filters, counts, onShow, onSave, onManage }: ViewsProps) {
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
        <Pill key={one.id} on={areSame(filtersOf(one), filters)} onClick={() => onShow(filtersOf(one))}>{one.name}</Pill>
      ))}
      {!isSaved && !isPlain && (
        <button type="button" onClick={onSave} className={styles.link}>
          <Icon as={Plus} size="s" />
          {m.desk_list_save_view()}
        </button>
      )}
      {saved.length > 0 && <button type="button" onClick={onManage} className={styles.link}>{m.desk_list_manage()}</button>}
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

function filtersOf({ filters }: SavedView): ListFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as ListFilters;
}

function Sorting({ filters, onShow }: ShowProps) {
  return (
    <span className={styles.choice}>
      <select
        aria-label={m.desk_list_sort()}
        value={filters.sort ?? "reply_by"}
        onChange={({ currentTarget }) => {
          const { sort: _, ...rest } = filters;
          onShow(currentTarget.value === "newest" ? { ...rest, sort: "newest" } : rest);
        }}
      >
        <option value="reply_by">{m.desk_list_sort_reply_by()}</option>
        <option value="newest">{m.desk_list_sort_newest()}</option>
      </select>
      <Icon as={ChevronDown} size="s" />
    </span>
  );
}

type TableProps = ShowProps & { found: ListPage; busy: boolean; selecting: ComponentProps<typeof Rows>["selecting"] };

function ListTable({ filters, onShow, found, busy, selecting }: TableProps) {
  const { employer } = useDesk();
  const head = (name: Filter) => (
    <span className={cx(styles.choice, filters[name] && styles.chosen)}>
      <Choice name={name} filters={filters} onShow={onShow} aria-label={m.desk_list_filter_by({ name: FILTER_NAMES[name]() })} />
      <Icon as={ChevronDown} size="s" />
    </span>
  );
  return (
    <Rows
      rows={found.rows}
      zone={employer.zone}
      caption={formatView(filters.view)}
      heads={{ job: head("job"), location: head("location"), stage: head("stage"), member: head("member") }}
      newestFirst={filters.sort === "newest"}
      busy={busy}
      selecting={selecting}
    />
  );
}

const FILTER_NAMES: Record<Filter, () => string> = {
  job: m.desk_list_job,
  location: m.desk_list_location,
  stage: m.desk_list_stage,
  member: m.desk_list_member,
};

const LISTS = { job: "jobs", location: "locations", member: "members" } as const;

type ChoiceProps = ShowProps & { name: Filter; id?: string; className?: string; "aria-label"?: string };

function Choice({ name, filters, onShow, ...attributes }: ChoiceProps) {
  const { data } = useQuery(listChoicesQuery);
  return (
    <select
      {...attributes}
      value={filters[name] ?? ""}
      onChange={({ currentTarget: { value } }) => {
        const { [name]: _, ...rest } = filters;
        onShow(value ? { ...rest, [name]: value } : rest);
      }}
    >
      <option value="">{FILTER_NAMES[name]()}</option>
      {optionsOf(name, data).map(({ id, label }) => <option key={id} value={id}>{label}</option>)}
      {name !== "stage" && data?.cut.includes(LISTS[name]) && <option disabled>{m.desk_list_choices_cut()}</option>}
    </select>
  );
}

function optionsOf(name: Filter, choices: ListChoices | undefined): { id: string; label: string }[] {
  if (name === "stage") return STAGES.map((stage) => ({ id: stage, label: formatStage(stage) }));
  const found = choices?.[LISTS[name]] ?? [];
  return found.map(({ id, name: label, detail }) => ({ id, label: detail ? `${label}, ${detail}` : label }));
}

function PhoneChoice({ name, ...show }: ShowProps & { name: Filter }) {
  return <Field label={FILTER_NAMES[name]()}>{(ids) => <Choice name={name} {...show} id={ids.id} className={ids.className} />}</Field>;
}

function SaveView({ filters, onDone }: { filters: ListFilters & { view: ListView }; onDone: () => void }) {
  const { mutate: save, error, isPending } = useMutation(saveView);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (name) save({ name, filters: { search: "", sort: "reply_by", ...filters } }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Field label={m.desk_list_view_name()} name="name" maxLength={60} required error={error ? messageOf(error, m.desk_list_not_saved()) : undefined} />
        <Button type="submit" full busy={isPending}>{m.desk_list_save_view()}</Button>
      </Stack>
    </form>
  );
}

function Manage() {
  const { data: saved = [] } = useQuery(savedViewsQuery);
  return (
    <Stack>
      {saved.map((view) => <ManagedView key={`${view.id} ${view.name}`} view={view} />)}
      {saved.length === 0 && <Text quiet>{m.desk_list_no_views()}</Text>}
    </Stack>
  );
}

function ManagedView({ view }: { view: SavedView }) {
  const { mutate: change, error, isPending } = useMutation(changeView);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (name && name !== view.name) change({ id: view.id, name });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="s">
        <Field label={m.desk_list_view_name()} name="name" defaultValue={view.name} maxLength={60} required error={error ? messageOf(error, m.desk_list_not_saved()) : undefined} />
        <span className={styles.bar}>
          <Button type="submit" variant="second" size="small" busy={isPending}>{m.desk_list_rename()}</Button>
          <Button variant="second" size="small" busy={isPending} onClick={() => change({ id: view.id, name: null })}>
            {m.desk_list_delete()}
            <VisuallyHidden> {view.name}</VisuallyHidden>
          </Button>
        </span>
      </Stack>
    </form>
  );
}

function Nothing({ filters }: { filters: ListFilters }) {
  if (filters.search) return <Empty art="tray" title={m.desk_list_no_name()} text={m.desk_list_no_name_text()} />;
  return <Empty art="tray" title={m.desk_list_empty()} text={m.desk_list_empty_text()} />;
}
