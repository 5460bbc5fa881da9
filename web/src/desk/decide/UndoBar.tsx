import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { refreshDesk, undoMove, undoMoves } from "#/api/deskDecide.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { dropPending, type PendingDecision, usePendingDecisions } from "./pending.ts";
import { formatPending } from "./words.ts";
import styles from "./UndoBar.module.css";

const SECOND = 1000;

/** Time that the server needs to send a decision which is due. In milliseconds. */
const SENDING = 2500;

/** The newest decision that can still be undone: what goes out, when, and Undo. Once per app, on every page of the desk. */
export function UndoBar() {
  const newest = usePendingDecisions().at(-1);
  return newest ? <Bar key={newest.id} decision={newest} /> : null;
}

function Bar({ decision }: { decision: PendingDecision }) {
  const cache = useQueryClient();
  const one = useMutation(undoMove);
  const many = useMutation(undoMoves);
  const isPending = one.isPending || many.isPending;
  const keys = useShortcutsOn();
  const left = useSecondsLeft(decision.dueAt, () => {
    dropPending(decision.id);
    setTimeout(() => refreshDesk(cache), SENDING);
  });
  const takeBack = () => {
    if (isPending) return;
    const onError = (error: Error) => {
      if (error instanceof ApiError) dropPending(decision.id);
      toast({ title: messageOf(error, m.desk_decide_undo_failed()), tone: "danger" });
    };
    const done = (title: string) => {
      dropPending(decision.id);
      toast({ title, tone: "good" });
    };
    if (decision.ids.length === 1) {
      one.mutate(decision.id, { onSuccess: () => done(m.desk_decide_undone({ name: decision.firstName })), onError });
    } else {
      const onSuccess = ({ length }: readonly string[]) => done(m.desk_list_bulk_undone({ count: length, countText: formatCount(length) }));
      many.mutate(decision.ids, { onSuccess, onError });
    }
  };
  useShortcuts({ u: takeBack });
  const share = Math.max(0, left / Math.max(1, Math.ceil((decision.dueAt - decision.madeAt) / SECOND)));
  return (
    <section aria-label={m.desk_decide_pending_label()} className={styles.place}>
      <div className={styles.bar}>
        <Icon as={Clock} className={styles.icon} />
        <div className={styles.words}>
          <Text strong role="status">{formatPending(decision)}</Text>
          <Text size="small" quiet num>{m.desk_decide_goes_out({ seconds: left })}</Text>
        </div>
        <Button variant="second" size="small" busy={isPending} onClick={takeBack} aria-keyshortcuts={keys ? "U" : undefined}>
          {m.desk_decide_undo()}
          {keys && <kbd className={styles.key} aria-hidden="true">U</kbd>}
        </Button>
        <span className={styles.left} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </section>
  );
}

/** The whole seconds until an instant; calls back once when it has come. */
function useSecondsLeft(at: number, onOver: () => void): number {
  const [left, setLeft] = useState(() => secondsUntil(at));
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(secondsUntil(at));
      if (Date.now() < at) return;
      clearInterval(timer);
      over();
    }, SECOND / 4);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - Date.now()) / SECOND));
}
