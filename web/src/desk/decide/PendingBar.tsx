import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useEffect } from "react";
import { refreshDesk, undoMove, undoMoves } from "#/api/deskDecide.queries.ts";
import { undoJobRemoval } from "#/api/deskJobs.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { useDraftOwner } from "#/desk/session.ts";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { toast } from "#/ui/Toast/toast.ts";
import { UndoBar, useSecondsLeft } from "#/ui/UndoBar/UndoBar.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { keepAgain } from "./kept.ts";
import { dropPending, formatPending, type PendingDecision, REMOVE_JOB, storePendingOf, usePendingDecisions } from "./pending.ts";

const SECOND = 1000;

/** Time that the server needs to send a decision which is due. In milliseconds. */
const SENDING = 2500;

/** The newest decision that can still be undone: what goes out, when, and Undo. Once per app, on every page of the desk. */
export function PendingBar() {
  const owner = useDraftOwner();
  useEffect(() => storePendingOf(owner), [owner]);
  const newest = usePendingDecisions().at(-1);
  return (
    <>
      <VisuallyHidden role="status">{newest && m.desk_decide_announced({ what: formatPending(newest) })}</VisuallyHidden>
      {newest && <Bar key={newest.id} decision={newest} />}
    </>
  );
}

/** Takes a decision back; says how that went. */
export function useTakeBack(): { takeBack: (decision: PendingDecision) => void; isPending: boolean } {
  const owner = useDraftOwner();
  const one = useMutation(undoMove);
  const many = useMutation(undoMoves);
  const job = useMutation(undoJobRemoval);
  const isPending = one.isPending || many.isPending || job.isPending;
  const takeBack = (decision: PendingDecision) => {
    if (isPending) return;
    const failed = (error: Error) => {
      if (error instanceof ApiError) dropPending(decision.id);
      toast({ title: messageOf(error, m.desk_decide_undo_failed()), description: decision.job, tone: "danger" });
    };
    const done = (title: string) => {
      if (decision.written) keepAgain(owner, decision.written);
      dropPending(decision.id);
      toast({ title, description: decision.job, tone: "good" });
    };
    if (decision.action === REMOVE_JOB) {
      void job.mutateAsync(decision.id).then(() => done(m.desk_jobs_remove_undone({ title: decision.firstName })), failed);
    } else if (decision.ids.length === 1) {
      void one.mutateAsync(decision.id).then(() => done(m.desk_decide_undone({ name: decision.firstName })), failed);
    } else {
      const undone = ({ length }: readonly string[]) =>
        done(length === decision.ids.length ? m.desk_decide_undone_all() : m.desk_list_bulk_undone({ count: length, countText: formatCount(length) }));
      void many.mutateAsync(decision.ids).then(undone, failed);
    }
  };
  return { takeBack, isPending };
}

function Bar({ decision }: { decision: PendingDecision }) {
  const cache = useQueryClient();
  const { takeBack, isPending } = useTakeBack();
  const isJob = decision.action === REMOVE_JOB;
  const keys = useShortcutsOn();
  const { job } = decision;
  const left = useSecondsLeft(decision.dueAt, () => {
    dropPending(decision.id);
    setTimeout(() => refreshDesk(cache), SENDING);
  });
  useShortcuts({ u: () => takeBack(decision) });
  return (
    <UndoBar
      label={isJob ? m.desk_jobs_removing_label() : m.desk_decide_pending_label()}
      icon={Clock}
      title={formatPending(decision)}
      detail={
        <>
          {isJob ? m.desk_jobs_removing_in({ seconds: left }) : m.desk_decide_goes_out({ seconds: left })}
          {job && (
            <>
              <br />
              {job}
            </>
          )}
        </>
      }
      share={(left * SECOND) / (decision.dueAt - decision.madeAt)}
      undo={m.desk_decide_undo()}
      shortcut={keys ? "U" : undefined}
      busy={isPending}
      onUndo={() => takeBack(decision)}
    />
  );
}
