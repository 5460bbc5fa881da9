import { useIsFetching, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { decideOptionsQuery, makeMove, refreshDesk } from "#/api/deskDecide.queries.ts";
import { personQuery } from "#/api/deskPerson.queries.ts";
import type { Unsent } from "#/api/deskUnsent.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import type { Decision, DecideOptions, NewMove } from "#/api/types.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { m } from "#/messages.gen/messages.js";
import { newKey } from "#/platform/keys.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { focusFirstField } from "#/ui/Dialog/useFocusReturn.ts";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { beginDraft, DECIDE_ACTIONS, type Draft, type DraftField, draftOf, missingFields, moveOf, withFreeTimes } from "./draft.ts";
import { Contest } from "./Contest.tsx";
import { DecideForm } from "./forms.tsx";
import { Letter } from "./Letter.tsx";
import { addPending } from "./pending.ts";
import { Sheet, SheetWaiting } from "./Sheet.tsx";
import { type DecideAction, formatAction, formatChange, formatSend } from "./words.ts";
import styles from "./DecideSheet.module.css";
import { useKept } from "./kept.ts";

type SheetProps = {
  applicationId: string;
  /** The form that is open at the beginning. */
  action: DecideAction;
  /** What was written before and could not be sent, to begin with. */
  written?: Unsent["move"] | undefined;
  onClose: () => void;
};

/** Invite, ask, offer or decline, with what the candidate will read. Nothing is sent before the member presses Send. */
export function DecideSheet({ applicationId, action, written, onClose }: SheetProps) {
  const query = useQuery(decideOptionsQuery(applicationId));
  const name = query.data?.firstName ?? "";
  const { drop } = useKept("move", applicationId);
  const close = () => {
    drop();
    onClose();
  };
  return (
    <Sheet title={name ? m.desk_decide_title({ name }) : m.desk_decide_tabs()} onClose={close}>
      <QueryState query={query} failed={m.desk_decide_failed()} loading={<SheetWaiting />}>
        {(options) => <Decide options={options} begin={action} written={written} onClose={close} onReload={() => void query.refetch()} />}
      </QueryState>
    </Sheet>
  );
}

type DecideProps = { options: DecideOptions; begin: DecideAction; written: Unsent["move"] | undefined; onClose: () => void; onReload: () => void };

function Decide({ options, begin, written, onClose, onReload }: DecideProps) {
  const { id, firstName: name, version, minutes } = options;
  const cache = useQueryClient();
  const shown = shownActions(options);
  const [chosen, setAction] = useState(begin);
  const action = shown.includes(chosen) ? chosen : (shown[0] ?? chosen);
  const { kept, keep, drop } = useKept("move", id);
  const [draft, setDraft] = useState<Draft>(() => (written ? draftOf(options, written) : kept ? withFreeTimes(options, kept.draft) : beginDraft(options)));
  const [missing, setMissing] = useState<readonly DraftField[]>([]);
  const { mutate, mutateAsync, isPending, error, reset } = useMutation(makeMove);
  const keyOf = useKeys();
  const form = useRef<HTMLDivElement>(null);
  // The sheet opened before its form was loaded.
  useEffect(() => void focusFirstField(form.current), []);
  const { data: person } = useQuery({ ...personQuery(id), enabled: false });
  const loads = useIsFetching({ queryKey: decideOptionsQuery(id).queryKey }) > 0;
  const changes = loads || isPending ? [] : (person?.moves ?? []).filter(({ number }) => number > version);
  const block = blockOf(options, action);
  const move = moveOf(action, draft, minutes);

  const change = (next: Partial<Draft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    keep({ name, action, draft: changed });
    if (missing.length > 0) setMissing(missingFields(action, changed));
    if (error) reset();
  };
  const open = (next: DecideAction) => {
    setAction(next);
    setMissing([]);
    reset();
  };
  const sent = (decision: Decision) => {
    drop();
    addPending(decision);
  };
  const press = () => {
    const found = missingFields(action, draft);
    setMissing(found);
    if (!move) return form.current?.querySelector<HTMLElement>(`[data-field="${found[0]}"] :is(input, textarea)`)?.focus();
    void mutateAsync({ id, version, key: keyOf(version, move), move }, { onSuccess: onClose }).then(sent, () => undefined);
  };
  const latest = () => {
    reset();
    setDraft({ ...draft, times: [] });
    onReload();
    refreshDesk(cache);
  };
  const canMeet = options.actions.includes("meet") && action === "offer" && block !== null;
  const meet = () => {
    const made: NewMove = { action: "meet" };
    if (!isPending) mutate({ id, version, key: keyOf(version, made), move: made }, { onSuccess: latest });
  };
  return (
    <>
      <div className={styles.body}>
        <div ref={form} className={styles.form}>
          <Tabs action={action} shown={shown} onOpen={open} />
          {options.look && <Contest look={options.look} name={name} />}
          {block !== null && <Banner tone="plain">{block}</Banner>}
          {block === null && action === "decline" && <EndsWith options={options} />}
          {block === null && action === "invite" && options.meetsAt && (
            <Banner tone="plain">{m.desk_today_decide_replaces_meeting({ name, when: formatAppointmentIn(options.zone, options.meetsAt) })}</Banner>
          )}
          {canMeet && (
            <Button variant="second" size="small" busy={isPending} onClick={meet}>
              {m.desk_decide_met()}
            </Button>
          )}
          {block === null && <DecideForm action={action} options={options} draft={draft} missing={missing} onChange={change} />}
        </div>
        {block === null && <Letter options={options} move={move} />}
      </div>
      <div className={styles.foot}>
        {error && <Refused error={error} onLatest={latest} />}
        {!error && changes.length > 0 && <Changed changes={changes.map(({ action: made, name: by }) => ({ action: made, by }))} onLatest={latest} />}
        {block === null && (
          <div className={styles.send}>
            <Button full="phone" busy={isPending} onClick={press} data-send="" className={cx(styles.button)}>
              {formatSend(action, name)}
            </Button>
            <Text size="small" quiet>
              {action === "decline" ? m.desk_decide_undo_hint_decline({ name }) : m.desk_decide_undo_hint()}
            </Text>
          </div>
        )}
      </div>
    </>
  );
}

function Tabs({ action, shown, onOpen }: { action: DecideAction; shown: readonly DecideAction[]; onOpen: (action: DecideAction) => void }) {
  return (
    <div role="group" aria-label={m.desk_decide_tabs()} className={styles.tabs}>
      {shown.map((one) => (
        <button key={one} type="button" aria-pressed={one === action} onClick={() => onOpen(one)} className={styles.tab}>
          {formatAction(one)}
        </button>
      ))}
    </div>
  );
}

/** After a meeting only an offer or a decline is left; before, the other forms say when they are possible. */
function shownActions({ stage, actions }: DecideOptions): readonly DecideAction[] {
  return stage === "met" || stage === "offered" ? DECIDE_ACTIONS.filter((one) => actions.includes(one)) : DECIDE_ACTIONS;
}

/** What a decline ends besides the application. */
function EndsWith({ options: { stage, firstName: name, meetsAt } }: { options: DecideOptions }) {
  if (stage === "offered") return <Banner tone="plain">{m.desk_decide_ends_offer({ name })}</Banner>;
  return meetsAt ? <Banner tone="plain">{m.desk_decide_ends_meeting({ name })}</Banner> : null;
}

/** Returns why this member cannot make this move now; null if they can. */
function blockOf(options: DecideOptions, action: DecideAction): string | null {
  const { firstName: name, pending, actions, viewed, look } = options;
  if (pending) return pending.mine ? m.desk_decide_mine() : m.desk_decide_colleague({ who: pending.by ?? m.desk_decide_someone() });
  if (actions.length === 0) return m.desk_decide_over();
  if (!actions.includes(action)) {
    if (action === "offer") return m.desk_decide_offer_later({ name });
    if (action === "ask") return m.desk_decide_ask_later();
    // Inviting begins with the first view.
    return viewed ? m.desk_decide_not_now() : m.desk_decide_not_viewed({ name });
  }
  if (action === "ask") return null;
  if (action === "decline" && look?.mine) return m.desk_decide_not_again({ name });
  return viewed ? null : m.desk_decide_not_viewed({ name });
}

/** Why nothing was sent, next to the button; what colleagues or the candidate did meanwhile is listed. */
function Refused({ error, onLatest }: { error: Error; onLatest: () => void }) {
  const known = error instanceof ApiError;
  const changes = known ? changesOf(error) : [];
  if (changes.length > 0) return <Changed changes={changes} onLatest={onLatest} />;
  const moved = known && error.status === 409;
  const fields = known ? Object.values(error.fields) : [];
  return (
    <Banner tone="danger" title={moved ? m.desk_decide_changed() : m.desk_decide_not_sent()}>
      <Stack gap="xs">
        <Line>{messageOf(error, m.desk_decide_not_sent_text())}</Line>
        {fields.map((field) => (
          <Line key={field}>{field}</Line>
        ))}
        {moved && <TextLink onClick={onLatest}>{m.desk_decide_show_latest()}</TextLink>}
      </Stack>
    </Banner>
  );
}

/** What happened since the form was loaded. */
function Changed({ changes, onLatest }: { changes: readonly Change[]; onLatest: () => void }) {
  const lines = new Set(changes.map(({ action, by }) => formatChange(action, by)));
  return (
    <Banner tone="danger" title={m.desk_decide_changed()}>
      <Stack gap="xs">
        {[...lines].map((line) => (
          <Line key={line}>{line}</Line>
        ))}
        <TextLink onClick={onLatest}>{m.desk_decide_show_latest()}</TextLink>
      </Stack>
    </Banner>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <Text>{children}</Text>;
}

type Change = { action: string; by: string | null };

/** Returns what happened since the version that the move was made on. */
function changesOf(error: ApiError): Change[] {
  return error.code === "stale_version" ? (JSON.parse(error.body) as { changes: Change[] }).changes : [];
}

/** Returns a function that gives each move its own idempotency key: the same move again gets the same key. */
function useKeys(): (version: number, move: NewMove) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (version, move) => {
    const content = JSON.stringify([version, move]);
    const key = keys.get(content) ?? newKey();
    keys.set(content, key);
    return key;
  };
}
