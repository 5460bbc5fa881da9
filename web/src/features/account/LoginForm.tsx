import { useMutation } from "@tanstack/react-query";
import { ApiError } from "#/api/errors.ts";
import { logIn, redirectDestination } from "#/session/signIn.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { writeItem } from "#/platform/storage.ts";
import { addressOf, type AppPath, type Onward, pageAt, pathTo, useNavigate } from "#/platform/paths.ts";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { type Form, useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Instead } from "./Instead.tsx";
import { PasskeyLogin } from "./PasskeyLogin.tsx";
import { loginRules, type LoginValues } from "./rules.ts";
import { Submit } from "./Submit.tsx";
import { useEnter } from "./useEnter.ts";
import { useRefusal } from "./useRefusal.ts";

/** Delay so that the toast is visible before the page changes. */
const SET_PASSWORD_DELAY_MS = 100;

/** `next`: the page requested before the sign-in. */
export function LoginForm({ next }: { next: Onward | null }) {
  const form = useForm(loginRules, { email: "", password: "" });
  const { submit, go, clear, state } = useSubmit(form, next);
  return (
    <form {...form.on(submit, clear)}>
      <Stack gap="l">
        <EmailField label={m.account_email()} autoComplete="username" {...form.field("email")} />
        <PasswordField label={m.account_password()} autoComplete="current-password" {...form.field("password")} />
        <Stack gap="s">
          <TextLink href={pathTo("/set-password", { forgot: "", next: addressOf(next) })} onClick={() => rememberEmail(form.typed().email)}>
            {m.account_login_forgot()}
          </TextLink>
          <Submit label={m.account_login_submit()} busyLabel={m.account_login_busy()} busy={form.busy} {...state} />
          <PasskeyLogin onEnter={go} />
          <Instead question={m.account_login_new()} href={signUpPath(next)} link={m.account_login_create()} />
          <TextLink outside="/privacy" center>
            {m.ui_privacy_notice()}
          </TextLink>
        </Stack>
      </Stack>
    </form>
  );
}

/** Somebody on the way to a job signs up with that job. */
function signUpPath(next: Onward | null): AppPath {
  const apply = typeof next === "string" && next.startsWith("/matches?") ? new URLSearchParams(next.slice("/matches".length)).get("apply") : null;
  return pathTo("/signup", { apply: apply ?? undefined });
}

/** Signs in and redirects to the requested page, or to the one the server returns. */
function useSubmit(form: Form<keyof LoginValues>, next: Onward | null) {
  const { mutateAsync: signIn } = useMutation(logIn);
  const enter = useEnter();
  const askForPassword = useAskForPassword();
  const { state, clear, refuse } = useRefusal(form, "password");
  const go = async (user: User): Promise<void> => {
    const path = next ?? (await redirectDestination().then(pageAt, () => null)) ?? "/job-search";
    toast({ title: m.account_login_done(), description: m.account_login_done_text() });
    enter(user, path);
  };
  const submit = async (values: LoginValues): Promise<void> => {
    clear();
    try {
      await go(await signIn(values));
    } catch (error) {
      if (error instanceof ApiError && error.code === "password_not_set") return askForPassword(values.email);
      refuse(error, m.account_login_failed(), m.account_login_failed_text());
    }
  };
  return { submit, go, clear, state };
}

/** Prefills the code page with the address typed here. */
function rememberEmail(email: string): void {
  if (email.trim()) writeItem("tempEmail", email.trim());
}

/** Redirects an account without a password to the page that sets one. */
function useAskForPassword() {
  const navigate = useNavigate();
  return (email: string): void => {
    writeItem("tempEmail", email);
    toast({ title: m.account_login_no_password(), description: m.account_login_no_password_text() });
    setTimeout(() => navigate("/set-password"), SET_PASSWORD_DELAY_MS);
  };
}
