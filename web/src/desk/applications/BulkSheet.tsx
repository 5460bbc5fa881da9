import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { decideOptionsQuery, makeMoves, MAX_TOGETHER } from "#/api/deskDecide.queries.ts";
import type { Listed } from "#/api/deskList.queries.ts";
import { messageOf } from "#/api/errors.ts";
import type { BulkMove, BulkOutcome, DecideOptions } from "#/api/types.ts";
import styles from "#/desk/decide/DecideSheet.module.css";
import { beginDraft, type Draft, type DraftField, MAX_TIMES, MAX_WORDS, missingFields, moveOf, withFreeTimes } from "#/desk/decide/draft.ts";
import { DecideForm } from "#/desk/decide/forms.tsx";
import { useKept } from "#/desk/decide/kept.ts";
import { type Fair, FairWords } from "#/desk/decide/FairWords.tsx";
import { Letter } from "#/desk/decide/Letter.tsx";
import { useFair } from "#/desk/decide/useFairStop.ts";
import { addPendingOfMany, formatJob } from "#/desk/decide/pending.ts";
import { Older, Sheet, SheetWaiting } from "#/desk/decide/Sheet.tsx";
import { formatEnds } from "#/desk/jobs/words.ts";
import { formatExcess } from "#/format/length.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { useContentKeys } from "#/platform/contentKeys.ts";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { focusFirstField } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { formatNames } from "./BulkBar.tsx";
import { type BulkAction, type LeftOut, splitFor } from "./selection.ts";

type SheetProps = {
  action: BulkAction;
  rows: readonly Listed[];
  /** The address of the list with the selection and this sheet. */
  at: AppPath;
  /** The page of a person that goes on through the list. */
  pathOf: (row: Listed) => AppPath;
  onClose: () => void;
  onDone: () => void;
};

/** Asks, invites or closes several people at once: who is included, who is not and why, and what they will read. */
export function BulkSheet({ action, rows, at, pathOf, onClose, onDone }: SheetProps) {
  // As they were when the sheet opened: what changes meanwhile, the server reports.
  const [{ included, leftOut }] = useState(() => splitFor(rows, action));
  const { drop } = useKept("bulk", at);
  const done = () => {
    drop();
    onDone();
  };
  const count = { count: included.length, countText: formatCount(included.length) };
  const toWatch = leftOut.find(([why]) => why === "unseenByMe" || why === "unseen")?.[1][0];
  return (
    <Sheet title={included[0] ? TITLES[action](count) : NAMES[action]()} onClose={onClose}>
      {included[0] ? (
        <Loaded action={action} at={at} first={included[0].id} included={included} leftOut={leftOut} onDone={done} />
      ) : (
        <div className={styles.body}>
          <Stack>
            <Banner tone="plain">{m.desk_list_bulk_none()}</Banner>
            <NotIncluded {...{ action, leftOut }} />
            {toWatch && <Button href={pathOf(toWatch)}>{m.desk_list_bulk_watch_first({ name: toWatch.name })}</Button>}
          </Stack>
        </div>
      )}
    </Sheet>
  );
}

const TITLES: Record<BulkAction, (count: { count: number; countText: string }) => string> = {
  ask: m.desk_list_bulk_ask_title,
  invite: m.desk_list_bulk_invite_title,
  close: m.desk_list_bulk_close_title,
};

const NAMES: Record<BulkAction, () => string> = { ask: m.desk_decide_ask, invite: m.desk_decide_invite, close: m.desk_list_bulk_close };

type FormProps = { action: BulkAction; at: AppPath; included: Listed[]; leftOut: [LeftOut, Listed[]][]; onDone: () => void };

function Loaded({ first, ...props }: FormProps & { first: string }) {
  const query = useQuery(decideOptionsQuery(first));
  return (
    <QueryState query={query} failed={m.desk_decide_failed()} loading={<SheetWaiting />}>
      {(options) => <BulkForm options={forAll(options)} {...props} />}
    </QueryState>
  );
}

/** The first person's options without what is only true of that person. Where the location has no street, all of the place is asked for. */
function forAll(options: DecideOptions): DecideOptions {
  const days = options.days.map((day) => ({ ...day, times: day.times.map((time) => ({ ...time, fits: true, asked: false, refused: false })) }));
  const place = options.withoutStreet ? "" : options.place;
  return { ...options, availability: [], days, wishedTimes: null, place, withoutStreet: null };
}

function BulkForm({ options, action, at, included, leftOut, onDone }: FormProps & { options: DecideOptions }) {
  const { kept, keep, drop } = useKept("bulk", at);
  const [draft, setDraft] = useState<Draft>(() => (kept ? withFreeTimes(options, kept.draft) : beginDraft(options)));
  const [missing, setMissing] = useState<readonly DraftField[]>([]);
  const [isOlder, setIsOlder] = useState(kept !== null);
  const [keyOf] = useContentKeys();
  const lost = useRef<string | null>(null); // What was sent last, if its reply did not arrive: the server may have it.
  const form = useRef<HTMLDivElement>(null);
  const { mutateAsync, isPending, error, reset } = useMutation(makeMoves);
  useEffect(() => void focusFirstField(form.current), []);
  const moveFor = (times: readonly string[]): BulkMove | null =>
    action === "close" ? { action, reason: "filled" } : (moveOf(action, { ...draft, times }, options.minutes) as BulkMove | null);
  const groups = (action === "invite" ? spread(included, draft.times) : [{ people: included, times: [] }]).flatMap(batches);
  const move = moveFor(groups[0]?.times ?? []);
  const { fair, warning, checking, sendUnlessFound } = useFair(options.id, move);
  const busy = isPending || checking;
  const change = (next: Partial<Draft>) => {
    if (busy) return;
    const changed = { ...draft, ...next };
    setDraft(changed);
    if (action !== "close") keep({ name: formatNames(included), action, draft: changed });
    if (missing.length > 0 && action !== "close") setMissing(missingFields(action, changed));
    if (error) reset();
  };
  const startOver = () => {
    if (busy) return;
    drop();
    setDraft(beginDraft(options));
    setMissing([]);
    setIsOlder(false);
    reset();
  };
  const send = () => {
    if (isPending) return;
    const content = JSON.stringify([action, draft]);
    const key = keyOf(content);
    const replaces = lost.current !== null && lost.current !== content;
    const requests = groups.flatMap(({ people, times }, at) => {
      const own = moveFor(times);
      return own ? [{ key: `${key}-${at}`, move: own, applications: people.map(({ id, version }) => ({ id, version })), warning, replaces }] : [];
    });
    const since = Date.now();
    const tell = (results: readonly BulkOutcome[]) => {
      drop();
      const made = results.filter((one) => one.error === null);
      const refused = results.length - made.length;
      if (made.length > 0)
        addPendingOfMany(
          made.map(({ id }) => id),
          action,
          since,
          action === "close" ? undefined : { kind: "bulk", about: at, name: formatNames(included), action, draft },
        );
      const unsent = included.length - results.length;
      if (unsent > 0) toast({ title: m.desk_list_bulk_undone({ count: unsent, countText: formatCount(unsent) }), tone: "danger" });
      else if (refused > 0) toast({ title: m.desk_list_bulk_refused({ count: refused, countText: formatCount(refused) }), tone: "danger" });
    };
    void mutateAsync(requests, { onSuccess: onDone }).then(tell, () => (lost.current = content));
  };
  const press = () => {
    const found = action === "close" ? [] : missingFields(action, draft);
    setMissing(found);
    if (!move) return form.current?.querySelector<HTMLElement>(`[data-field="${found[0]}"] :is(input, textarea)`)?.focus();
    void sendUnlessFound(send);
  };
  const meeting = included.filter(({ meetsAt }) => meetsAt !== null);
  const looks = included.filter(({ again }) => again);
  const offered = included.filter(({ stage }) => stage === "offered");
  const places = new Set(included.map(({ location }) => location)).size;
  return (
    <>
      <div className={styles.body}>
        <div ref={form} aria-busy={busy} className={styles.form}>
          <Text>{formatNames(included)}</Text>
          <NotIncluded {...{ action, leftOut }} />
          {isOlder && action !== "close" && <Older onStartOver={startOver} />}
          {action === "ask" && <Question {...{ draft, missing, change }} fair={{ ...fair, onSend: send }} />}
          {action === "invite" && (
            <>
              <Text size="small" quiet>
                {m.desk_list_bulk_times()}
              </Text>
              <TooFew people={included.length} times={draft.times} options={options} onSpread={(times) => change({ times })} />
              {places > 1 && <Banner tone="plain">{m.desk_list_bulk_places()}</Banner>}
              <DecideForm action="invite" several options={options} draft={draft} missing={missing} fair={{ ...fair, onSend: send }} onChange={change} />
            </>
          )}
          {action === "close" && (
            <Banner tone="plain">
              <p>{m.desk_list_bulk_close_text()}</p>
              {meeting.length > 0 && <p>{m.desk_list_bulk_close_meetings({ names: formatNames(meeting) })}</p>}
              {offered.length > 0 && <p>{formatEnds({ offered: offered.map(({ name }) => name) })}</p>}
              {looks.length > 0 && <p>{m.desk_list_bulk_close_looks({ names: formatNames(looks) })}</p>}
            </Banner>
          )}
        </div>
        <Stack gap="s">
          <Letter options={options} move={move} />
          <Text size="small" quiet>
            {m.desk_list_bulk_letter_hint()}
          </Text>
        </Stack>
      </div>
      <div className={styles.foot}>
        {error && (
          <Banner tone="danger" title={m.desk_list_bulk_not_sent()}>
            {messageOf(error, m.desk_decide_not_sent_text())}
          </Banner>
        )}
        <div className={styles.send}>
          <Button full="phone" busy={busy} onClick={press} data-send="" className={styles.button}>
            {TITLES[action]({ count: included.length, countText: formatCount(included.length) })}
          </Button>
          <Text size="small" quiet>
            {m.desk_decide_undo_hint()}
          </Text>
        </div>
      </div>
    </>
  );
}

type TooFewProps = { people: number; times: readonly string[]; options: DecideOptions; onSpread: (times: string[]) => void };

/** Warns before somebody is invited to times that others have taken, and adds times so that there is one for each. */
function TooFew({ people, times, options, onSpread }: TooFewProps) {
  if (people < 2 || times.length === 0 || times.length >= people) {
    return times.length > MAX_TIMES ? (
      <Text size="small" role="status">
        {m.desk_list_bulk_spread_done({ times: formatCount(times.length) })}
      </Text>
    ) : null;
  }
  const wanted = timesFor(people, options, times);
  const left = people - times.length;
  return (
    <Banner tone="plain" title={m.desk_list_bulk_few_times({ times: formatCount(times.length), people: formatCount(people) })}>
      <Stack gap="s">
        <Text>{m.desk_list_bulk_few_times_text({ count: left, countText: formatCount(left) })}</Text>
        {wanted.length > times.length && (
          <Button variant="second" size="small" onClick={() => onSpread(wanted)}>
            {m.desk_list_bulk_spread({ times: formatCount(wanted.length) })}
          </Button>
        )}
      </Stack>
    </Banner>
  );
}

type QuestionProps = { draft: Draft; missing: readonly DraftField[]; fair: Fair; change: (next: Partial<Draft>) => void };

function Question({ draft, missing, fair, change }: QuestionProps) {
  const empty = missing.includes("question") && draft.question.trim() === "" ? m.desk_decide_missing_question() : undefined;
  return (
    <div data-field="question">
      <Field label={m.desk_decide_question()} hint={m.desk_list_bulk_question_hint()} error={empty ?? formatExcess(draft.question, MAX_WORDS)}>
        {(ids) => <textarea {...ids} rows={3} value={draft.question} onChange={({ target }) => change({ question: target.value })} />}
      </Field>
      <FairWords {...fair} text={draft.question} />
    </div>
  );
}

/** Jobs that are offered to be closed: more would be a list of their own. */
const MAX_JOBS = 3;

function NotIncluded({ action, leftOut }: { action: BulkAction; leftOut: [LeftOut, Listed[]][] }) {
  if (leftOut.length === 0) return null;
  const unseen = action === "close" ? (leftOut.find(([why]) => why === "unseen")?.[1] ?? []) : [];
  const jobs = [...new Map(unseen.map((row) => [row.jobId, row])).values()].slice(0, MAX_JOBS);
  return (
    <Banner tone="plain" title={m.desk_list_bulk_not_included()}>
      <Stack gap="xs">
        {leftOut.map(([why, rows]) => (
          <Text key={why}>{REASONS[why]({ names: formatNames(rows.map(withJob)) })}</Text>
        ))}
        {jobs.length > 0 && <Text>{m.desk_list_bulk_close_job_text()}</Text>}
        {jobs.map(({ jobId, title, location }) => (
          <div key={jobId}>
            <Button variant="second" size="small" href={pathTo("/desk/jobs", { search: title, fill: jobId })}>
              {m.desk_list_bulk_close_job({ title: formatJob(title, location) })}
            </Button>
          </div>
        ))}
      </Stack>
    </Banner>
  );
}

/** One person may have applied for two jobs, of which only one is left out. */
const withJob = (row: Listed): Listed => ({ ...row, name: `${row.name} (${row.title})` });

const REASONS: Record<LeftOut, (inputs: { names: string }) => string> = {
  unseen: m.desk_list_bulk_unseen,
  unseenByMe: m.desk_list_bulk_unseen_by_me,
  stage: m.desk_list_bulk_stage,
  pending: m.desk_list_bulk_pending,
};

/** People who are offered the same times: with many people and few times, so that nobody finds none left. */
type Group<Person> = { people: Person[]; times: readonly string[] };

/**
 * Returns groups with as many times as people, of at most as many as one invitation holds. With fewer times than people,
 * all are offered the same ones.
 */
export function spread<Person>(people: readonly Person[], times: readonly string[]): Group<Person>[] {
  if (times.length < people.length || people.length === 0) return [{ people: [...people], times: times.slice(0, MAX_TIMES) }];
  const count = Math.ceil(people.length / MAX_TIMES);
  return Array.from({ length: count }, (_, at) => ({
    people: people.filter((_person, index) => index % count === at),
    times: times.filter((_time, index) => index % count === at).slice(0, MAX_TIMES),
  }));
}

/** Returns a group divided into as many requests as it needs. */
export function batches<Person>({ people, times }: Group<Person>): Group<Person>[] {
  const count = Math.ceil(people.length / MAX_TOGETHER);
  return Array.from({ length: count }, (_, at) => ({ people: people.slice(at * MAX_TOGETHER, (at + 1) * MAX_TOGETHER), times }));
}

/** Returns the chosen times and the nearest free ones at usual hours, up to one for each of so many people; none overlap. */
export function timesFor(count: number, { days, minutes }: Pick<DecideOptions, "days" | "minutes">, chosen: readonly string[]): string[] {
  const length = minutes * 60_000;
  const found = [...chosen];
  const times = days.flatMap((day) => day.times);
  for (const { startsAt, busy, elsewhere } of [...times.filter(({ usual }) => usual), ...times.filter(({ usual }) => !usual)]) {
    if (found.length >= count) break;
    const overlaps = found.some((one) => Math.abs(Date.parse(one) - Date.parse(startsAt)) < length);
    if (!busy && !elsewhere && !overlaps) found.push(startsAt);
  }
  return found.sort();
}
