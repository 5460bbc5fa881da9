import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { messageOf } from "#/api/errors.ts";
import { register as registerAccount } from "#/api/session.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { showFieldErrors, toastPasswordErrors } from "./formErrors.ts";
import { Instead } from "./Instead.tsx";
import { signUpSchema, type SignUpValues } from "./schemas.ts";
import { useEnter } from "./useEnter.ts";

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
  const { mutateAsync: createAccount } = useMutation(registerAccount);
  const enter = useEnter();

  async function submit(values: SignUpValues): Promise<void> {
    const { confirmation: _, phone, ...account } = values;
    try {
      const user = await createAccount(phone ? { ...account, phone } : account);
      toast({
        title: m.account_signup_done({ product: productName() }),
        description: m.account_signup_done_text(),
      });
      enter(user, "/job-search");
    } catch (error) {
      showFieldErrors(error, form, "email");
      toast({
        title: m.account_signup_failed(),
        description: messageOf(error, m.account_signup_failed_text()),
        tone: "danger",
      });
    }
  }

  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={form.handleSubmit(submit, toastPasswordErrors)}>
      <Stack gap="l">
        <Field
          label={m.account_first_name()}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register("firstName")}
        />
        <Field
          label={m.account_last_name()}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register("lastName")}
        />
        <Field
          label={m.account_email()}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register("email")}
        />
        <Field
          label={m.account_phone()}
          hint={m.account_phone_hint()}
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register("phone")}
        />
        <PasswordField
          label={m.account_password()}
          hint={m.account_password_hint()}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register("password")}
        />
        <PasswordField
          label={m.account_confirm_password()}
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register("confirmation")}
        />
        <div>
          <Button type="submit" full busy={isSubmitting}>
            {isSubmitting ? m.account_signup_busy() : m.account_signup_submit()}
          </Button>
          <Instead question={m.account_signup_have()} href="/login" link={m.account_signup_sign_in()} />
        </div>
      </Stack>
    </form>
  );
}
