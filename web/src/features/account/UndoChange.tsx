import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeQuery, undoChange } from "#/session/account.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { leave, logOut } from "#/session/end.ts";
import { m } from "#/messages.gen/messages.js";
import { writeItem } from "#/platform/storage.ts";
import { pathTo, useNavigate } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { ProblemBanner } from "./ProblemBanner.tsx";
import { useProblem } from "./useRefusal.ts";

/** Undoes a change of email or password that the owner did not make, and continues to a new password. */
export function UndoChange({ linkKey }: { linkKey: string }) {
  return (
    <Column>
      <QueryState
        query={useQuery(changeQuery(linkKey))}
        loading={<PageSpinner />}
        failed={(error, retry) =>
          error instanceof ApiError && error.status === 404 ? (
            <Empty level={1} art="compass" title={m.account_undo_over()} text={m.account_undo_over_text()}>
              <Button full="phone" href="/login">
                {m.account_login_submit()}
              </Button>
            </Empty>
          ) : (
            <Empty level={1} art="compass" title={m.account_undo_failed()} text={m.account_undo_failed_text()}>
              <Button full="phone" {...retry}>
                {m.ui_retry()}
              </Button>
            </Empty>
          )
        }
      >
        {(change) => <Undo linkKey={linkKey} change={change} />}
      </QueryState>
    </Column>
  );
}

function Undo({ linkKey, change: { kind, email } }: { linkKey: string; change: { kind: string; email: string } }) {
  const undo = useMutation(undoChange);
  const { mutateAsync: endSession } = useMutation(logOut);
  const cache = useQueryClient();
  const { problem, say, clear } = useProblem();
  const navigate = useNavigate();

  async function goBack(): Promise<void> {
    clear();
    try {
      const restored = await undo.mutateAsync(linkKey);
      await endSession().catch(() => undefined);
      leave(cache);
      writeItem("tempEmail", restored.email);
      navigate(pathTo("/set-password", { reset: "" }), { replace: true });
    } catch (failure) {
      say(m.account_undo_failed(), messageOf(failure, m.account_undo_failed_text()));
    }
  }

  return (
    <Empty level={1} art="compass" title={kind === "email" ? m.account_undo_email() : m.account_undo_password()} text={m.account_undo_text({ email })}>
      <ProblemBanner problem={problem} />
      <Button full="phone" busy={undo.isPending} onClick={() => void goBack()}>
        {m.account_undo_go()}
      </Button>
    </Empty>
  );
}
