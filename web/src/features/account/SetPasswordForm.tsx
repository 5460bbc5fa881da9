import { useMutation } from "@tanstack/react-query";
import { type Onward, useNavigate } from "#/platform/paths.ts";
import { sendPasswordCode } from "#/session/account.ts";
import { setPassword } from "#/session/signIn.ts";
import { landingOf } from "#/session/steps.ts";
import { m } from "#/messages.gen/messages.js";
import { type Form, useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { CodeField } from "./CodeField.tsx";
import { sayPasswordErrors } from "./fields.ts";
import { setPasswordRules, type SetPasswordValues } from "./rules.ts";
import { Submit } from "./Submit.tsx";
import { useEnter } from "./useEnter.ts";
import { useRefusal } from "./useRefusal.ts";

const EMPTY: SetPasswordValues = { code: "", password: "", confirmation: "" };

interface SetPasswordFormProps {
  /** The account's email; null if unknown. */
  email: string | null;
  /** Whether the person must verify the address with the code that was sent to it. */
  withCode: boolean;
  /** The page requested before the sign-in. */
  next: Onward | null;
}

export function SetPasswordForm({ email, withCode, next }: SetPasswordFormProps) {
  const form = useForm(setPasswordRules(withCode), EMPTY);
  const { submit, state, ...problem } = useSubmit(form, { email, withCode, next });
  const { mutateAsync: sendCode } = useMutation(sendPasswordCode);
  return (
    <form {...form.on(submit, (wrong) => sayPasswordErrors(wrong, problem))}>
      <Stack gap="l">
        {/* Password managers store the new password under this address. */}
        <input type="hidden" name="username" autoComplete="username" value={email ?? ""} />
        {withCode && <CodeField label={m.account_set_code()} field={form.field("code")} send={email ? () => sendCode(email) : null} />}
        <PasswordField label={m.account_set_new()} hint={m.account_set_hint()} autoComplete="new-password" {...form.field("password")} />
        <PasswordField label={m.account_confirm_password()} autoComplete="new-password" {...form.field("confirmation")} />
        <Submit label={m.account_set_submit()} busyLabel={m.account_set_busy()} busy={form.busy} {...state} />
      </Stack>
    </form>
  );
}

/** Sets the password, which also signs in, and continues where the person was. */
function useSubmit(form: Form<keyof SetPasswordValues>, { email, withCode, next }: SetPasswordFormProps) {
  const { mutateAsync: savePassword } = useMutation(setPassword);
  const enter = useEnter();
  const navigate = useNavigate();
  const { state, say, clear, refuse } = useRefusal(form, withCode ? "code" : "password");
  const submit = async ({ code, password }: SetPasswordValues): Promise<void> => {
    if (!email) {
      toast({
        title: m.account_set_no_email(),
        description: m.account_set_no_email_text(),
        tone: "danger",
      });
      return navigate("/login");
    }
    clear();
    try {
      const user = await savePassword(withCode ? { email, password, code } : { email, password });
      toast({ title: m.account_set_done(), description: m.account_set_done_text() });
      enter(user, next ?? landingOf(user));
    } catch (error) {
      refuse(error, m.account_set_failed(), m.account_set_failed_text());
    }
  };
  return { submit, state, say, clear };
}
