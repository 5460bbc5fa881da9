import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { decideOptionsQuery, makeMoves } from "#/api/deskDecide.queries.ts";
import type { Listed } from "#/api/deskList.queries.ts";
import { messageOf } from "#/api/errors.ts";
import type { BulkMove, BulkOutcome, DecideOptions } from "#/api/types.ts";
import { beginDraft, type Draft, type DraftField, missingFields, MAX_TIMES, MAX_WORDS, moveOf, withFreeTimes } from "#/desk/decide/draft.ts";
import { DecideForm } from "#/desk/decide/forms.tsx";
import { Letter } from "#/desk/decide/Letter.tsx";
import { useKept } from "#/desk/decide/kept.ts";
import { addPendingOfMany } from "#/desk/decide/pending.ts";
import { Sheet, SheetWaiting } from "#/desk/decide/Sheet.tsx";
import { formatExcess } from "#/format/length.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { newKey } from "#/platform/keys.ts";
import type { AppPath } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { focusFirstField } from "#/ui/Dialog/useFocusReturn.ts";
import { Field } from "#/ui/Field/Field.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { formatNames } from "./BulkBar.tsx";
import { type BulkAction, type LeftOut, splitFor } from "./selection.ts";
import { batches, spread, timesFor } from "./spread.ts";
import styles from "#/desk/decide/DecideSheet.module.css";

type SheetProps = {
  action: BulkAction;
  rows: readonly Listed[];
  /** The address of the list with the selection and this sheet. */
  at: AppPath;
  onClose: () => void;
  onDone: () => void;
};

/** Asks, invites or closes several people at once: who is included, who is not and why, and what they will read. */
export function BulkSheet({ action, rows, at, onClose, onDone }: SheetProps) {
  // As they were when the sheet opened: what changes meanwhile, the server reports.
  const [{ included, leftOut }] = useState(() => splitFor(rows, action));
  const { drop } = useKept("bulk", at);
  const ended = (then: () => void) => () => {
    drop();
    then();
  };
  const count = { count: included.length, countText: formatCount(included.length) };
  return (
    <Sheet title={included[0] ? TITLES[action](count) : NAMES[action]()} onClose={ended(onClose)}>
      {included[0] ? (
        <Loaded action={action} at={at} first={included[0].id} included={included} leftOut={leftOut} onDone={ended(onDone)} />
      ) : (
        <div className={styles.body}>
          <Stack>
            <Banner tone="plain">{m.desk_list_bulk_none()}</Banner>
            <NotIncluded leftOut={leftOut} />
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

/** The first person's options without what is only true of that person. */
function forAll(options: DecideOptions): DecideOptions {
  const days = options.days.map((day) => ({ ...day, times: day.times.map((time) => ({ ...time, fits: true })) }));
  return { ...options, availability: [], days, withoutStreet: null };
}

function BulkForm({ options, action, at, included, leftOut, onDone }: FormProps & { options: DecideOptions }) {
  const { kept, keep, drop } = useKept("bulk", at);
  const [draft, setDraft] = useState<Draft>(() => (kept ? withFreeTimes(options, kept.draft) : beginDraft(options)));
  const [missing, setMissing] = useState<readonly DraftField[]>([]);
  const [key] = useState(newKey);
  const form = useRef<HTMLDivElement>(null);
  const { mutateAsync, isPending, error, reset } = useMutation(makeMoves);
  useEffect(() => void focusFirstField(form.current), []);
  const moveFor = (times: readonly string[]): BulkMove | null =>
    action === "close" ? { action, reason: "filled" } : (moveOf(action, { ...draft, times }, options.minutes) as BulkMove | null);
  const groups = (action === "invite" ? spread(included, draft.times) : [{ people: included, times: [] }]).flatMap(batches);
  const move = moveFor(groups[0]?.times ?? []);
  const change = (next: Partial<Draft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    if (action !== "close") keep({ name: formatNames(included), action, draft: changed });
    if (missing.length > 0 && action !== "close") setMissing(missingFields(action, changed));
    if (error) reset();
  };
  const press = () => {
    const found = action === "close" ? [] : missingFields(action, draft);
    setMissing(found);
    if (!move) return form.current?.querySelector<HTMLElement>(`[data-field="${found[0]}"] :is(input, textarea)`)?.focus();
    const requests = groups.flatMap(({ people, times }, at) => {
      const own = moveFor(times);
      return own ? [{ key: `${key}-${at}`, move: own, applications: people.map(({ id, version }) => ({ id, version })) }] : [];
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
        );
      const unsent = included.length - results.length;
      if (unsent > 0) toast({ title: m.desk_list_bulk_undone({ count: unsent, countText: formatCount(unsent) }), tone: "danger" });
      else if (refused > 0) toast({ title: m.desk_list_bulk_refused({ count: refused, countText: formatCount(refused) }), tone: "danger" });
    };
    void mutateAsync(requests, { onSuccess: onDone }).then(tell, () => undefined);
  };
  const places = new Set(included.map(({ location }) => location)).size;
  return (
    <>
      <div className={styles.body}>
        <div ref={form} className={styles.form}>
          <Text>{formatNames(included)}</Text>
          <NotIncluded leftOut={leftOut} />
          {action === "ask" && <Question {...{ draft, missing, change }} />}
          {action === "invite" && (
            <>
              <Text size="small" quiet>
                {m.desk_list_bulk_times()}
              </Text>
              <TooFew people={included.length} times={draft.times} options={options} onSpread={(times) => change({ times })} />
              {places > 1 && <Banner tone="plain">{m.desk_list_bulk_places()}</Banner>}
              <DecideForm action="invite" several options={options} draft={draft} missing={missing} onChange={change} />
            </>
          )}
          {action === "close" && <Banner tone="plain">{m.desk_list_bulk_close_text()}</Banner>}
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
          <Button full="phone" busy={isPending} onClick={press} data-send="" className={styles.button}>
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

type QuestionProps = { draft: Draft; missing: readonly DraftField[]; change: (next: Partial<Draft>) => void };

function Question({ draft, missing, change }: QuestionProps) {
  const empty = missing.includes("question") && draft.question.trim() === "" ? m.desk_decide_missing_question() : undefined;
  return (
    <div data-field="question">
      <Field label={m.desk_decide_question()} hint={m.desk_list_bulk_question_hint()} error={empty ?? formatExcess(draft.question, MAX_WORDS)}>
        {(ids) => <textarea {...ids} rows={3} value={draft.question} onChange={({ target }) => change({ question: target.value })} />}
      </Field>
    </div>
  );
}

function NotIncluded({ leftOut }: { leftOut: [LeftOut, Listed[]][] }) {
  if (leftOut.length === 0) return null;
  return (
    <Banner tone="plain" title={m.desk_list_bulk_not_included()}>
      <Stack gap="xs">
        {leftOut.map(([why, rows]) => (
          <Text key={why}>{REASONS[why]({ names: formatNames(rows.map(withJob)) })}</Text>
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
