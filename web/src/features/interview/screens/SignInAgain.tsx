import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { logIn, signIn } from "#/session/signIn.ts";
import { ApiError } from "#/api/errors.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

export type SignInAgainProps = { user: User; onSignedIn: () => void; onLater: () => void };

/** Asks for the password after the session ended during the interview. Answers stay on this device until then. */
export function SignInAgain({ user, onSignedIn, onLater }: SignInAgainProps) {
  const cache = useQueryClient();
  const [password, setPassword] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const { mutate, isPending, error } = useMutation({
    ...logIn,
    onSuccess: (again) => {
      signIn(cache, again);
      onSignedIn();
    },
  });
  const problem = error instanceof ApiError ? error.message : error && m.interview_again_unreached();
  return (
    <Dialog open onClose={onLater} title={m.interview_again_title()} text={m.interview_again_text()}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setEmpty(password === "");
          if (password) mutate({ email: user.email ?? "", password });
        }}
      >
        <Stack gap="m">
          <input type="email" autoComplete="username" value={user.email ?? ""} readOnly hidden />
          <PasswordField
            label={m.interview_again_password()}
            hint={user.email}
            autoComplete="current-password"
            aria-required
            value={password}
            error={isEmpty ? m.account_password_required() : problem || undefined}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setEmpty(false);
            }}
          />
          <Button full type="submit" busy={isPending}>
            {m.interview_again_submit()}
          </Button>
          <TextLink center onClick={onLater}>
            {m.interview_again_later()}
          </TextLink>
        </Stack>
      </form>
    </Dialog>
  );
}
