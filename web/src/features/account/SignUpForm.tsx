import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm, type UseFormReturn } from "react-hook-form";
import { register } from "#/api/session.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Field } from "#/ui/Field/Field.tsx";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { fieldOf, toastPasswordErrors } from "./fields.ts";
import { Instead } from "./Instead.tsx";
import { signUpSchema, type SignUpValues } from "./schemas.ts";
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

export function SignUpForm() {
  const form = useForm({ resolver: valibotResolver(signUpSchema), defaultValues: EMPTY });
  const { submit, wait } = useSubmit(form);
  return (
    <form noValidate onSubmit={form.handleSubmit(submit, toastPasswordErrors)}>
      <Stack gap="l">
        <Field label={m.account_first_name()} autoComplete="given-name" {...fieldOf(form, "firstName")} />
        <Field label={m.account_last_name()} autoComplete="family-name" {...fieldOf(form, "lastName")} />
        <Field label={m.account_email()} type="email" autoComplete="email" {...fieldOf(form, "email")} />
        <Field
          label={m.account_phone()}
          hint={m.account_phone_hint()}
          type="tel"
          autoComplete="tel"
          {...fieldOf(form, "phone")}
        />
        <PasswordField
          label={m.account_password()}
          hint={m.account_password_hint()}
          autoComplete="new-password"
          {...fieldOf(form, "password")}
        />
        <PasswordField
          label={m.account_confirm_password()}
          autoComplete="new-password"
          {...fieldOf(form, "confirmation")}
        />
        <div>
          <Submit
            label={m.account_signup_submit()}
            busyLabel={m.account_signup_busy()}
            busy={form.formState.isSubmitting}
            wait={wait}
          />
          <Instead question={m.account_signup_have()} href="/login" link={m.account_signup_sign_in()} />
        </div>
      </Stack>
    </form>
  );
}

/** Creates the account and goes on to the job search. The second password stays here. */
function useSubmit(form: UseFormReturn<SignUpValues>) {
  const { mutateAsync: createAccount } = useMutation(register);
  const enter = useEnter();
  const { wait, refuse } = useRefusal(form, "email");
  const submit = async ({ confirmation: _, phone, ...account }: SignUpValues): Promise<void> => {
    try {
      const user = await createAccount(phone ? { ...account, phone } : account);
      toast({
        title: m.account_signup_done({ product: productName() }),
        description: m.account_signup_done_text(),
      });
      enter(user, "/job-search");
    } catch (error) {
      refuse(error, m.account_signup_failed(), m.account_signup_failed_text());
    }
  };
  return { submit, wait };
}
