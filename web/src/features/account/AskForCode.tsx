import { useMutation } from "@tanstack/react-query";
import { sendPasswordCode } from "#/session/account.ts";
import { m } from "#/messages.gen/messages.js";
import { readItem, writeItem } from "#/platform/storage.ts";
import { addressOf, type Onward, pathTo, useNavigate } from "#/platform/paths.ts";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Instead } from "./Instead.tsx";
import { emailRules, type EmailValues } from "./rules.ts";
import { Submit } from "./Submit.tsx";
import { useRefusal } from "./useRefusal.ts";

/**
 * Asks for the email address or phone number to which a password reset code is sent. `next`: the page requested before
 * the sign-in.
 */
export function AskForCode({ next }: { next: Onward | null }) {
  const form = useForm(emailRules, { email: readItem("tempEmail") ?? "" });
  const { mutateAsync: send } = useMutation(sendPasswordCode);
  const navigate = useNavigate();
  const { state, clear, refuse } = useRefusal(form, "email");

  async function submit({ email }: EmailValues): Promise<void> {
    clear();
    try {
      await send(email);
      writeItem("tempEmail", email);
      navigate(pathTo("/set-password", { reset: "", next: addressOf(next) }), { replace: true });
    } catch (error) {
      refuse(error, m.account_code_failed(), m.account_code_failed_text());
    }
  }

  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1}>{m.account_forgot_title()}</Heading>
        <Text quiet>{m.account_forgot_lead()}</Text>
      </Stack>
      <form {...form.on(submit, clear)}>
        <Stack gap="l">
          <EmailField label={m.account_email()} autoComplete="username" {...form.field("email")} />
          <div>
            <Submit label={m.account_forgot_submit()} busyLabel={m.account_forgot_busy()} busy={form.busy} {...state} />
            <Instead question={m.account_forgot_back()} href="/login" link={m.account_signup_sign_in()} />
          </div>
        </Stack>
      </form>
    </Stack>
  );
}
