import { useMutation } from "@tanstack/react-query";
import { register } from "#/session/signIn.ts";
import { m } from "#/messages.gen/messages.js";
import { dropDraft, keepDraft, readDraft, VISITOR } from "#/platform/drafts.ts";
import { productName } from "#/platform/product.ts";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { type Form, useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { sayPasswordErrors } from "./fields.ts";
import { Instead } from "./Instead.tsx";
import { signUpRules, type SignUpValues } from "./rules.ts";
import { Submit } from "./Submit.tsx";
import { useEnter } from "./useEnter.ts";
import { useRefusal } from "./useRefusal.ts";

const EMPTY: SignUpValues = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  password: "",
  confirmation: "",
};

const DRAFT = "sign-up";

/** Drafts survive a language change and a reload, except the passwords, which are never stored. */
export function SignUpForm() {
  const begin = { ...EMPTY, ...readDraft<Partial<SignUpValues>>(VISITOR, DRAFT) };
  const form = useForm(signUpRules, begin, (texts) => keepDraft(VISITOR, DRAFT, withoutPasswords(texts)));
  const { submit, state, ...problem } = useSubmit(form);
  return (
    <form {...form.on(submit, (wrong) => sayPasswordErrors(wrong, problem))}>
      <Stack gap="l">
        <Field label={m.account_first_name()} autoComplete="given-name" {...form.field("firstName")} />
        <Field label={m.account_last_name()} hint={m.account_last_name_hint()} autoComplete="family-name" {...form.field("lastName")} />
        <EmailField label={m.account_email()} autoComplete="email" {...form.field("email")} />
        <Field label={m.account_phone()} hint={m.account_phone_hint()} type="tel" autoComplete="tel" {...form.field("phone")} />
        <PasswordField label={m.account_password()} hint={m.account_password_hint()} autoComplete="new-password" {...form.field("password")} />
        <PasswordField label={m.account_confirm_password()} autoComplete="new-password" {...form.field("confirmation")} />
        <Stack gap="s">
          <Submit label={m.account_signup_submit()} busyLabel={m.account_signup_busy()} busy={form.busy} {...state} />
          <TextLink outside="/privacy" center>
            {m.account_signup_privacy()}
          </TextLink>
          <Instead question={m.account_signup_have()} href="/login" link={m.account_signup_sign_in()} />
        </Stack>
      </Stack>
    </form>
  );
}

function withoutPasswords({ password: _, confirmation: _again, ...rest }: SignUpValues): Partial<SignUpValues> {
  return rest;
}

/** Creates the account and continues to the job search. The repeated password is not sent. */
function useSubmit(form: Form<keyof SignUpValues>) {
  const { mutateAsync: createAccount } = useMutation(register);
  const enter = useEnter();
  const { state, say, clear, refuse } = useRefusal(form, "email");
  const submit = async ({ confirmation: _, phone, ...account }: SignUpValues): Promise<void> => {
    clear();
    try {
      const user = await createAccount(phone ? { ...account, phone } : account);
      dropDraft(VISITOR, DRAFT);
      toast({
        title: m.account_signup_done({ product: productName() }),
        description: m.account_signup_done_text(),
      });
      enter(user, "/job-search");
    } catch (error) {
      refuse(error, m.account_signup_failed(), m.account_signup_failed_text());
    }
  };
  return { submit, state, say, clear };
}
