import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Download, ListFilter, Search } from "lucide-react";
import { type ComponentProps, type FormEvent, lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { undoMove } from "#/api/deskDecide.queries.ts";
import {
  allRowsQuery,
  deskListQuery,
  exportAddress,
  type Listed,
  type ListFilters,
  type ListPage,
  type ListStart,
  MAX_IN_ALL,
  savedViewsQuery,
  selectedRowsQuery,
} from "#/api/deskList.queries.ts";
import type { DecideAction } from "#/desk/decide/words.ts";
import { usePendingDecisions } from "#/desk/decide/pending.ts";
import { KeysDialog } from "#/desk/keys/KeysDialog.tsx";
import { useDesk } from "#/desk/session.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { m } from "#/messages.gen/messages.js";
import { useNavigate, usePageQuery, pathTo } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { cx } from "#/ui/cx.ts";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { addressOf, type ListAddress, NOBODY, personPath, readAddress, type Selection } from "./address.ts";
import { BulkBar } from "./BulkBar.tsx";
import { filtersOf, filtersOfText, filtersText, formatView, LIST_VIEWS, NARROWING } from "./filters.ts";
import { Choice, type Filter, FILTER_NAMES, PhoneChoice, PickFilter, type ShowProps, sortedBy, Sorting, Views } from "./ListControls.tsx";
import { allKeys, KeysBar } from "./listKeys.tsx";
import { formatRange, Rows } from "./Rows.tsx";
import { Manage, SaveView } from "./SavedViews.tsx";
import { type BulkAction, isSelected, rangeOf, withIds } from "./selection.ts";
import styles from "./ApplicationsPage.module.css";

const DecideSheet = lazy(async () => ({ default: (await import("#/desk/decide/DecideSheet.tsx")).DecideSheet }));
const BulkSheet = lazy(async () => ({ default: (await import("./BulkSheet.tsx")).BulkSheet }));

type Panel = "filters" | "save" | "keys" | "view" | { pick: Filter } | null;
/** The sheet that is open: a decision about one application, or one for all that are selected. */
type Open = { id: string; action: DecideAction } | { bulk: BulkAction } | null;
/** The row that gets the focus once its page is shown. */
type Landing = "first" | "last" | { id: string } | null;

const NO_ROWS: readonly Listed[] = [];

/** All applications of the member: views, filters, search, in pages, sorted by reply date and never by a score. */
export default function ApplicationsPage() {
  const query = usePageQuery("/desk/applications");
  const address = readAddress(query);
  const navigate = useNavigate();
  const { filters, start, row, selection } = address;
  const go = (next: Partial<ListAddress>, replace = true) => navigate(addressOf({ ...address, row: null, ...next }), { replace });
  const first = useQuery(deskListQuery(filters, null));
  const page = useQuery(deskListQuery(filters, start));
  const cache = useQueryClient();
  const [panel, setPanel] = useState<Panel>(null);
  const rows = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const mayDecide = useDesk().member.role !== "reviewer";
  const { data: saved = [] } = useQuery(savedViewsQuery);
  const [last, setLast] = useState<string | null>(null);
  const [chosen, setDeciding] = useState<Open>(null);
  const asked = (["ask", "invite"] as const).find((one) => one === query.decide);
  const { mutate: undo } = useMutation(undoMove);
  const undoable = usePendingDecisions().length > 0;
  const shown = page.data?.rows ?? NO_ROWS;
  const total = first.data?.total ?? null;
  const { rows: selected, count } = useSelected(filters, selection, total, shown);
  const deciding: Open = chosen ?? (asked && mayDecide && count > 0 ? { bulk: asked } : null);
  const landing = useRef<Landing>(row ? { id: row } : null);
  useLanding(rows, landing, page.isPlaceholderData ? NO_ROWS : shown);

  const select = (next: Selection) => go({ selection: next, row });
  const toggle = ({ id }: Listed, range: boolean) => {
    const changed = range ? rangeOf(shown, last, id) : shown.filter((one) => one.id === id);
    setLast(id);
    select(
      withIds(
        selection,
        changed.map((one) => one.id),
        !isSelected(selection, id),
      ),
    );
  };
  const clear = () => select(NOBODY);
  const selectAll = (on: boolean) => select({ all: on, ids: [] });
  const show = (next: ListFilters) => {
    navigate(addressOf({ filters: { view: "needs_reply", ...next }, start: null, row: null, selection: NOBODY }), { replace: true });
  };
  const turn = (to: ListStart | null, at: Landing) => {
    if (page.isPlaceholderData) return;
    landing.current = at;
    go({ start: to }, false);
  };
  const { nextKey = null, previousKey = null } = page.data ?? {};
  const of = filtersText(filters);
  const ahead = page.isPlaceholderData ? null : nextKey; // A key of the view before means nothing in this one.
  useEffect(() => {
    if (ahead) void cache.prefetchQuery(deskListQuery(filtersOfText(of), { after: ahead }));
  }, [cache, ahead, of]);
  const forth = (at: Landing) => nextKey && turn({ after: nextKey }, at);
  const back = (at: Landing) => previousKey && turn({ before: previousKey }, at);
  const focused = () => shown.find(({ id }) => id === focusedRow(rows.current));
  const decide = (action: DecideAction) => {
    const here = focused();
    if (count > 0 && action === "decline") toast({ title: m.desk_list_bulk_no_decline() });
    else if (count > 0 && (action === "ask" || action === "invite")) setDeciding({ bulk: action });
    else if (here) setDeciding({ id: here.id, action });
  };
  const clearFilters = () => show({ view: filters.view, ...(filters.search && { search: filters.search }) });
  const narrowing = NARROWING.filter((name) => filters[name]).length;
  const close = () => setPanel(null);
  const stopDeciding = () => {
    setDeciding(null);
    if (asked) go({ row });
  };
  const views = [...LIST_VIEWS.map((view): ListFilters => ({ view })), ...saved.map(filtersOf)];

  useShortcuts(
    {
      j: () => !moveBy(rows, 1) && forth("first"),
      k: () => !moveBy(rows, -1) && back("last"),
      "]": () => forth("first"),
      "[": () => back("first"),
      "/": () => search.current?.focus(),
      "?": () => setPanel("keys"),
      o: () => show(sortedBy(filters, filters.sort !== "newest")),
      c: clearFilters,
      ...Object.fromEntries(PICKS.map(([key, pick]) => [key, () => setPanel({ pick })])),
      ...Object.fromEntries(views.slice(0, MAX_DIGITS).map((view, at) => [`${at + 1}`, () => show(view)])),
      ...(mayDecide && {
        x: () => {
          const here = focused();
          if (here) toggle(here, false);
        },
        "*": () => selectAll(!selection.all),
        i: () => decide("invite"),
        a: () => decide("ask"),
        d: () => decide("decline"),
        f: () => count > 0 && setDeciding({ bulk: "close" }),
        // The bar with Undo has the key while it is shown.
        ...(!undoable && {
          u: () => {
            const here = focused();
            if (here?.pendingOwn) undo(here.id);
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
            <SearchBox input={search} begin={filters.search ?? ""} onSearch={(words) => show({ ...filters, search: words })} />
            <span className={styles.wide}>
              <Export filters={filters} />
            </span>
          </div>
        </div>
        <Views filters={filters} counts={first.data?.counts} onShow={show} onSave={() => setPanel("save")} onManage={() => setPanel("view")} />
        <div className={styles.bar}>
          <Sorting filters={filters} onShow={show} />
          <span className={styles.phone}>
            <Button variant="second" size="small" onClick={() => setPanel("filters")}>
              <Icon as={ListFilter} size="s" />
              {narrowing > 0 ? m.desk_list_filter_on({ count: narrowing }) : m.desk_list_filter()}
            </Button>
          </span>
          {narrowing > 0 && (
            <Button variant="second" size="small" onClick={clearFilters}>
              {m.desk_list_clear_filters()}
            </Button>
          )}
        </div>
        <QueryState query={page} failed={m.desk_list_failed()} outdated={m.desk_list_outdated()}>
          {(found) => (
            <div aria-busy={page.isPlaceholderData} className={styles.found}>
              {found.rows.length === 0 && narrowing === 0 ? (
                <Nothing filters={filters} />
              ) : (
                <Card ref={rows} className={styles.card}>
                  <ListTable
                    filters={filters}
                    onShow={show}
                    found={found}
                    onOpen={(id) => go({ row: id })}
                    selecting={
                      mayDecide
                        ? {
                            has: (id) => isSelected(selection, id),
                            onToggle: toggle,
                            all: selection.all && selection.ids.length === 0,
                            total: total ?? MAX_IN_ALL,
                            isCut: total === null,
                            onAll: selectAll,
                          }
                        : null
                    }
                  />
                  {found.rows.length === 0 && !page.isPlaceholderData && (
                    <Text quiet role="status">
                      {m.desk_list_no_match()}
                    </Text>
                  )}
                </Card>
              )}
              {found.rows.length > 0 && (
                <div className={styles.more}>
                  <Text size="small" quiet num role="status">
                    {formatRange(found.first, found.rows.length, total, Boolean(filters.search))}
                  </Text>
                  <span className={styles.bar}>
                    {previousKey && (
                      <Button variant="second" size="small" onClick={() => back("first")}>
                        {m.desk_list_previous()}
                      </Button>
                    )}
                    {nextKey && (
                      <Button variant="second" size="small" busy={page.isPlaceholderData} onClick={() => forth("first")}>
                        {m.desk_list_next()}
                      </Button>
                    )}
                  </span>
                  <span className={styles.phone}>
                    <Export filters={filters} />
                  </span>
                </div>
              )}
            </div>
          )}
        </QueryState>
      </Wide>
      {count > 0 && mayDecide && <BulkBar rows={selected} count={count} onAct={(bulk) => setDeciding({ bulk })} onClear={clear} />}
      <KeysBar mayDecide={mayDecide} selects={count > 0} />
      {deciding && (
        <Suspense>
          {"bulk" in deciding ? (
            (selected.length === count || selection.all) &&
            selected.length > 0 && (
              <BulkSheet
                action={deciding.bulk}
                rows={selected}
                at={addressOf({ ...address, start: null, row: null }, deciding.bulk)}
                pathOf={({ id, key }) => personPath(id, filters, key)}
                onClose={stopDeciding}
                onDone={() => {
                  setDeciding(null);
                  clear();
                }}
              />
            )
          ) : (
            <DecideSheet
              applicationId={deciding.id}
              action={deciding.action}
              onClose={() => setDeciding(null)}
              onAnswers={() => navigate(pathTo(`/desk/applications/${deciding.id}`, { play: "" }))}
            />
          )}
        </Suspense>
      )}
      <Dialog open={panel === "filters"} onClose={close} title={m.desk_list_filter()}>
        <Stack>
          {NARROWING.map((name) => (
            <PhoneChoice key={name} name={name} filters={filters} onShow={show} />
          ))}
          <Button full onClick={close}>
            {m.desk_list_show()}
          </Button>
        </Stack>
      </Dialog>
      {panel !== null && typeof panel === "object" && (
        <Dialog open onClose={close} title={FILTER_NAMES[panel.pick]()}>
          <PickFilter
            name={panel.pick}
            filters={filters}
            onShow={(next) => {
              close();
              show(next);
            }}
          />
        </Dialog>
      )}
      <Dialog open={panel === "save"} onClose={close} title={m.desk_list_save_view()} text={m.desk_list_save_text()}>
        <SaveView filters={filters} onDone={close} />
      </Dialog>
      <Dialog open={panel === "view"} onClose={close} title={m.desk_list_manage()}>
        <Manage />
      </Dialog>
      <KeysDialog open={panel === "keys"} onClose={close} groups={allKeys(mayDecide)} />
    </>
  );
}

/** Views that have a digit as their key. */
const MAX_DIGITS = 9;

const PICKS: readonly (readonly [string, Filter])[] = [
  ["s", "stage"],
  ["p", "job"],
  ["l", "location"],
  ["w", "member"],
];

/** The selected rows as they are now, and how many there are before they are loaded. */
function useSelected(filters: ListFilters, { all, ids }: Selection, total: number | null, shown: readonly Listed[]) {
  const everybody = useQuery({ ...allRowsQuery(filters), enabled: all });
  const some = useQuery({ ...selectedRowsQuery(ids), enabled: !all && ids.length > 0 });
  const without = new Set(ids);
  const found = all ? (everybody.data ?? NO_ROWS).filter(({ id }) => !without.has(id)) : ids.length > 0 ? (some.data ?? NO_ROWS) : NO_ROWS;
  const rows = found.map((row) => shown.find(({ id }) => id === row.id) ?? row);
  return { rows, count: all ? (everybody.data ? rows.length : (total ?? MAX_IN_ALL) - ids.length) : ids.length };
}

/** Focuses a row once its page is shown: the one of the address at first, then where J and K have turned the page. */
function useLanding(list: RefObject<HTMLElement | null>, landingRef: RefObject<Landing>, shown: readonly Listed[]): void {
  useEffect(() => {
    const to = landingRef.current;
    if (to === null || shown.length === 0) return;
    landingRef.current = null;
    const target = typeof to === "object" ? shown.find(({ id }) => id === to.id) : to === "first" ? shown[0] : shown.at(-1);
    focusRow(list.current?.querySelector<HTMLElement>(`[data-row="${target?.id}"]`));
  }, [list, landingRef, shown]);
}

/** Moves the focus to the next or previous row; Enter then opens it, as it does any link. False at the end. */
function moveBy(list: RefObject<HTMLElement | null>, step: 1 | -1): boolean {
  const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const here = links.findIndex((link) => link.dataset["row"] === focusedRow(list.current));
  const next = links[here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step];
  focusRow(next);
  return next !== undefined;
}

function focusRow(link: HTMLElement | null | undefined): void {
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}

/** The ID of the row that has the focus, in its name or its checkbox. */
function focusedRow(list: HTMLElement | null): string | undefined {
  const row = list?.contains(document.activeElement) ? document.activeElement?.closest("tr") : null;
  return row?.querySelector<HTMLElement>("[data-row]")?.dataset["row"];
}

function Export({ filters }: { filters: ListFilters }) {
  return (
    <AppLink outside={exportAddress(filters)} download className={styles.link}>
      <Icon as={Download} size="s" />
      {m.desk_list_export()}
    </AppLink>
  );
}

/** How long after the last letter a search starts. */
const SEARCH_PAUSE_MS = 400;

type SearchBoxProps = { input: RefObject<HTMLInputElement | null>; begin: string; onSearch: (words: string) => void };

function SearchBox({ input, begin, onSearch }: SearchBoxProps) {
  const keys = useShortcutsOn();
  const [words, setWords] = useState(begin);
  const [searched, setSearched] = useState(begin);
  const [sent, setSent] = useState<string | null>(null);
  // Another view has other words; the field itself stays, with the cursor of somebody who types in it.
  if (searched !== begin) {
    setSearched(begin);
    if (sent !== begin) setWords(begin);
    setSent(null);
  }
  const start = () => {
    setSent(words.trim());
    onSearch(words.trim());
  };
  const isNew = words.trim() !== begin.trim();
  const startLate = useEffectEvent(start);
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => startLate(), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, isNew]);
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isNew) start();
  };
  return (
    <form role="search" onSubmit={search} className={styles.search}>
      <Icon as={Search} size="s" />
      <input
        ref={input}
        type="search"
        value={words}
        aria-label={m.desk_list_search()}
        placeholder={m.desk_list_search_hint()}
        aria-keyshortcuts={keys ? "/" : undefined}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault(); // Browsers would empty the field.
          event.currentTarget.blur();
        }}
        onChange={({ currentTarget: { value } }) => setWords(value)}
      />
      {keys && (
        <kbd aria-hidden="true" className={styles.key}>
          /
        </kbd>
      )}
    </form>
  );
}

type TableProps = ShowProps & { found: ListPage; onOpen: (id: string) => void; selecting: ComponentProps<typeof Rows>["selecting"] };

function ListTable({ filters, onShow, found, onOpen, selecting }: TableProps) {
  const { employer } = useDesk();
  const head = (name: Filter) => (
    <span className={cx(styles.choice, filters[name] && styles.chosen)}>
      <Choice name={name} all={FILTER_NAMES[name]()} filters={filters} onShow={onShow} aria-label={m.desk_list_filter_by({ name: FILTER_NAMES[name]() })} />
      <Icon as={ChevronDown} size="s" />
    </span>
  );
  return (
    <Rows
      rows={found.rows}
      filters={filters}
      zone={employer.zone}
      caption={formatView(filters.view)}
      heads={{ job: head("job"), location: head("location"), stage: head("stage"), member: head("member") }}
      onOpen={onOpen}
      selecting={selecting}
    />
  );
}

function Nothing({ filters: { view: current, search } }: { filters: ListFilters }) {
  if (search) {
    return (
      <Empty art="tray" title={m.desk_list_no_name()} text={m.desk_list_no_name_text()}>
        {(["all_open", "ended"] as const).map(
          (view) =>
            view !== current && (
              <Button key={view} variant="second" href={addressOf({ filters: { view, search }, start: null, row: null, selection: NOBODY })}>
                {m.desk_list_search_in({ view: formatView(view) })}
              </Button>
            ),
        )}
      </Empty>
    );
  }
  return <Empty art="tray" title={m.desk_list_empty()} text={m.desk_list_empty_text()} />;
}
