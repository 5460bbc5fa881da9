import { useMutation } from "@tanstack/react-query";
import { logInWithPasskey } from "#/session/account.ts";
import { messageOf } from "#/api/errors.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { hasPasskeys } from "#/platform/passkeys.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { ProblemBanner } from "./ProblemBanner.tsx";
import { useProblem } from "./useRefusal.ts";

/** Signs in with a passkey. Renders nothing where the browser has none. */
export function PasskeyLogin({ onEnter }: { onEnter: (user: User) => Promise<void> }) {
  const { mutateAsync: logIn, isPending } = useMutation(logInWithPasskey);
  const { problem, say, clear } = useProblem();
  if (!hasPasskeys()) return null;

  async function enter(): Promise<void> {
    clear();
    try {
      await onEnter(await logIn());
    } catch (error) {
      say(m.account_passkey_login_failed(), messageOf(error, m.account_passkey_login_failed_text()));
    }
  }

  return (
    <>
      <Button variant="second" full busy={isPending} onClick={() => void enter()}>
        {m.account_passkey_login()}
      </Button>
      <ProblemBanner problem={problem} />
    </>
  );
}
