import { HowItWent } from "#/desk/decide/HowItWent.tsx";
import { useIsFetching, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { decideOptionsQuery, makeMove, refreshDesk, type Unsent } from "#/api/deskDecide.queries.ts";
import { personQuery } from "#/api/deskPerson.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { useDesk } from "#/desk/session.ts";
import type { DecideOptions, Decision, NewMove } from "#/api/types.ts";
import { formatAppointmentIn, formatDayIn } from "#/format/calendar.ts";
import { inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { pathTo } from "#/platform/paths.ts";
import { useContentKeys } from "#/platform/contentKeys.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { focusFirstField } from "#/ui/Dialog/Dialog.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { beginDraft, DECIDE_ACTIONS, type Draft, type DraftField, draftMoveOf, draftOf, missingFields, moveOf, withFreeTimes } from "./draft.ts";
import { Contest } from "./Contest.tsx";
import { DecideForm } from "./forms.tsx";
import { Letter } from "./Letter.tsx";
import { useFair } from "./useFairStop.ts";
import { addPending } from "./pending.ts";
import { Older, Sheet, SheetWaiting } from "./Sheet.tsx";
import { type DecideAction, formatAction, formatChange, formatSend } from "./words.ts";
import { toast } from "#/ui/Toast/toast.ts";
import styles from "./DecideSheet.module.css";
import { useKept } from "./kept.ts";

const MINUTE_MS = 60_000;

type SheetProps = {
  applicationId: string;
  /** The form that is open at the beginning. */
  action: DecideAction;
  /** What was written before and could not be sent, to begin with. */
  written?: Unsent["move"] | undefined;
  onClose: () => void;
  /** Leads to the answers, of which one has to be watched or read first; none if there are none. */
  onAnswers?: (() => void) | undefined;
};

/** Invite, ask, offer or decline, with what the candidate will read. Nothing is sent before the member presses Send. */
export function DecideSheet({ applicationId, action, written, onClose, onAnswers }: SheetProps) {
  const query = useQuery(decideOptionsQuery(applicationId));
  const name = query.data?.firstName ?? "";
  return (
    <Sheet title={name ? m.desk_decide_title({ name }) : m.desk_decide_tabs()} onClose={onClose}>
      <QueryState query={query} failed={m.desk_decide_failed()} loading={<SheetWaiting />}>
        {(options) => (
          <Decide options={options} begin={action} written={written} onClose={onClose} onAnswers={onAnswers} onReload={() => void query.refetch()} />
        )}
      </QueryState>
    </Sheet>
  );
}

type DecideProps = Pick<SheetProps, "onClose" | "onAnswers"> & {
  options: DecideOptions;
  begin: DecideAction;
  written: Unsent["move"] | undefined;
  onReload: () => void;
};

function Decide({ options, begin, written, onClose, onAnswers, onReload }: DecideProps) {
  const { id, firstName: name, version, minutes } = options;
  const cache = useQueryClient();
  const shown = shownActions(options);
  const [chosen, setAction] = useState(begin);
  const action = shown.includes(chosen) ? chosen : (shown[0] ?? chosen);
  const { kept, keep, drop } = useKept("move", id);
  const [draft, setDraft] = useState<Draft>(() =>
    written ? draftOf(options, written) : kept ? withFreeTimes(options, { ...beginDraft(options), ...kept.draft }) : beginDraft(options),
  );
  const [isOlder, setIsOlder] = useState(!written && kept !== null);
  const [missing, setMissing] = useState<readonly DraftField[]>([]);
  const { mutate, mutateAsync, isPending, error, reset } = useMutation(makeMove);
  const [keyOf] = useContentKeys();
  const form = useRef<HTMLDivElement>(null);
  // The sheet opened before its form was loaded.
  useEffect(() => void focusFirstField(form.current), []);
  const { data: person } = useQuery({ ...personQuery(id), enabled: false });
  const loads = useIsFetching({ queryKey: decideOptionsQuery(id).queryKey }) > 0;
  const changes = loads || isPending ? [] : (person?.moves ?? []).filter(({ number }) => number > version);
  const block = blockOf(options, action);
  const move = moveOf(action, draft, minutes);
  const shownMove = draftMoveOf(action, draft, minutes);
  const { fair, warning, checking, sendUnlessFound } = useFair(id, shownMove);

  const busy = isPending || checking; // What is sent is what is shown: nothing changes meanwhile.
  const change = (next: Partial<Draft>) => {
    if (busy) return;
    const changed = { ...draft, ...next };
    setDraft(changed);
    keep({ name, action, draft: changed });
    if (missing.length > 0) setMissing(missingFields(action, changed));
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
  const open = (next: DecideAction) => {
    if (busy) return;
    setAction(next);
    setMissing([]);
    reset();
  };
  const sent = (decision: Decision) => {
    drop();
    addPending(decision, { kind: "move", about: id, name, action, draft });
  };
  const send = () => {
    if (move && !isPending)
      void mutateAsync({ id, version, key: keyOf(JSON.stringify([version, move])), move, warning }, { onSuccess: onClose }).then(sent, () => undefined);
  };
  const press = () => {
    const found = missingFields(action, draft);
    setMissing(found);
    if (!move) return form.current?.querySelector<HTMLElement>(`[data-field="${found[0]}"] :is(input, textarea)`)?.focus();
    void sendUnlessFound(send).then((passed) => {
      if (passed || form.current) return;
      // The sheet was closed while its words were checked.
      toast({ title: m.desk_decide_not_sent(), description: m.desk_today_fair_title(), tone: "danger" });
    });
  };
  const latest = () => {
    reset();
    setDraft({ ...draft, times: [] });
    onReload();
    refreshDesk(cache);
  };
  const asksHow = options.actions.includes("meet") && action === "offer" && !options.pending;
  const end = (how: "meet" | "no_show") => {
    const made: NewMove = { action: how };
    if (!isPending) mutate({ id, version, key: keyOf(JSON.stringify([version, made])), move: made }, { onSuccess: latest });
  };
  return (
    <>
      <div className={styles.body}>
        <div ref={form} aria-busy={busy} className={styles.form}>
          <Tabs action={action} shown={shown} onOpen={open} />
          {options.look?.owed && <Contest look={options.look} name={name} />}
          {block !== null && <Banner tone="plain">{block}</Banner>}
          {onAnswers && block === m.desk_decide_not_viewed({ name }) && (
            <div>
              <Button size="small" onClick={onAnswers}>
                {m.desk_decide_to_answers()}
              </Button>
            </div>
          )}
          {block === null && action === "decline" && <EndsWith options={options} />}
          {block === null && action === "decline" && options.alone && !options.look && <Alone name={name} />}
          {block === null && action === "invite" && options.meetsAt && (
            <Banner tone="plain">{m.desk_today_decide_replaces_meeting({ name, when: formatAppointmentIn(options.zone, options.meetsAt) })}</Banner>
          )}
          {block === null && isOlder && <Older onStartOver={startOver} />}
          {asksHow && <HowTheyMet options={options} busy={isPending} onEnd={end} />}
          {block !== null && action === "offer" && !asksHow && blockOf(options, "invite") === null && (
            <div>
              <Button variant="second" size="small" onClick={() => open("invite")}>
                {m.desk_decide_invite_first()}
              </Button>
            </div>
          )}
          {block === null && (
            <DecideForm action={action} options={options} draft={draft} missing={missing} fair={{ ...fair, onSend: send }} onChange={change} />
          )}
        </div>
        {block === null && <Letter options={options} move={shownMove} />}
      </div>
      <div className={styles.foot}>
        {error && <Refused error={error} onLatest={latest} />}
        {!error && changes.length > 0 && <Changed changes={changes.map(({ action: made, name: by }) => ({ action: made, by }))} onLatest={latest} />}
        {block === null && (
          <div className={styles.send}>
            <Button full="phone" busy={busy} onClick={press} data-send="" className={cx(styles.button)}>
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

/** They may have met before the agreed time, or before one was chosen. That somebody did not come can be said after it. */
function HowTheyMet({ options, busy, onEnd }: { options: DecideOptions; busy: boolean; onEnd: (how: "meet" | "no_show") => void }) {
  const { firstName: name, meetsAt, zone, stage } = options;
  const now = useNow(MINUTE_MS);
  // Said before: the candidate didn't come.
  if (stage === "in_review")
    return (
      <div>
        <Button variant="second" size="small" busy={busy} onClick={() => onEnd("meet")}>
          {m.desk_decide_met_after_all()}
        </Button>
      </div>
    );
  const isAhead = meetsAt !== null && Date.parse(meetsAt) > now;
  return (
    <>
      <HowItWent name={name} day={meetsAt !== null && !isAhead ? formatDayIn(zone, meetsAt) : null} busy={busy} onEnd={onEnd} />
      {(isAhead || meetsAt === null) && (
        <Text size="small" quiet>
          {meetsAt === null ? m.desk_decide_met_unagreed({ name }) : m.desk_decide_met_early({ name, when: inSentence(formatAppointmentIn(zone, meetsAt)) })}
        </Text>
      )}
    </>
  );
}

/** Before the no: nobody else could take another look. */
function Alone({ name }: { name: string }) {
  const isOwner = useDesk().member.role === "owner";
  return (
    <Banner tone="plain">
      <Stack gap="xs">
        <Line>{m.desk_decide_alone({ name })}</Line>
        {isOwner && <TextLink href={pathTo("/desk/team", { invite: "" })}>{m.desk_decide_invite_colleague()}</TextLink>}
      </Stack>
    </Banner>
  );
}

/** Returns why this member cannot make this move now; null if they can. */
function blockOf(options: DecideOptions, action: DecideAction): string | null {
  const { firstName: name, pending, actions, viewed, look, stage } = options;
  if (pending) return pending.mine ? m.desk_decide_mine() : m.desk_decide_colleague({ who: pending.by ?? m.desk_decide_someone() });
  if (actions.length === 0) return m.desk_decide_over();
  if (!actions.includes(action)) {
    // Before the first view, no other form is open either.
    if (action === "offer" && (viewed || actions.includes("meet"))) return m.desk_decide_offer_later({ name });
    if (action === "ask") return m.desk_decide_ask_later();
    // Inviting begins with the first view.
    return viewed ? m.desk_decide_not_now() : m.desk_decide_not_viewed({ name });
  }
  if (action === "ask" || (action === "invite" && stage === "invited")) return null;
  if (action === "decline" && look?.mine) return look.deciders.length > 0 ? m.desk_decide_not_again({ name }) : m.desk_decide_not_again_alone({ name });
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
