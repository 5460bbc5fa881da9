import { useMutation, useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { changeQuery, undoChange } from "#/session/account.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { logOut } from "#/session/signIn.ts";
import { m } from "#/messages.gen/messages.js";
import { writeItem } from "#/platform/storage.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { ProblemBanner } from "./ProblemBanner.tsx";
import { useProblem } from "./useRefusal.ts";

/** Undoes a change of email or password that its owner did not make, and goes on to a new password. */
export function UndoChange({ linkKey }: { linkKey: string }) {
  const { data: change, isPending, error, refetch } = useQuery(changeQuery(linkKey));
  const undo = useMutation(undoChange);
  const { mutateAsync: endSession } = useMutation(logOut);
  const { problem, say, clear } = useProblem();
  const [, navigate] = useLocation();
  if (isPending) return <PageSpinner />;
  if (!change) {
    const gone = error instanceof ApiError && error.status === 404;
    return (
      <Column>
        <Empty level={1} art="keys" title={gone ? m.account_undo_over() : m.account_undo_failed()} text={gone ? m.account_undo_over_text() : m.account_undo_failed_text()}>
          {gone ? (
            <Button full="phone" href="/login">{m.account_login_submit()}</Button>
          ) : (
            <Button full="phone" onClick={() => void refetch()}>{m.account_signins_retry()}</Button>
          )}
        </Empty>
      </Column>
    );
  }

  async function goBack(): Promise<void> {
    clear();
    try {
      const { email } = await undo.mutateAsync(linkKey);
      await endSession().catch(() => undefined);
      writeItem("tempEmail", email);
      navigate("/set-password?reset", { replace: true });
    } catch (failure) {
      say(m.account_undo_failed(), messageOf(failure, m.account_undo_failed_text()));
    }
  }

  const { kind, email } = change;
  return (
    <Column>
      <Empty level={1} art="keys" title={kind === "email" ? m.account_undo_email() : m.account_undo_password()} text={m.account_undo_text({ email })}>
        <ProblemBanner problem={problem} />
        <Button full="phone" busy={undo.isPending} onClick={() => void goBack()}>{m.account_undo_go()}</Button>
      </Empty>
    </Column>
  );
}
