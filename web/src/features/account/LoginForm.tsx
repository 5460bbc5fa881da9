import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useLocation } from "wouter";
import { ApiError, messageOf } from "#/api/errors.ts";
import { logIn, redirectDestination } from "#/api/session.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { writeItem } from "#/platform/storage.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { fieldOf, showFieldErrors } from "./fields.ts";
import { Instead } from "./Instead.tsx";
import { loginSchema, type LoginValues } from "./schemas.ts";
import { useEnter } from "./useEnter.ts";

/** Lets the toast be seen before the page changes. */
const SET_PASSWORD_DELAY_MS = 100;

/** `next`: the page that was asked for before somebody had to sign in. */
export function LoginForm({ next }: { next: string | null }) {
  const form = useForm({
    resolver: valibotResolver(loginSchema),
    defaultValues: { email: "", password: "" },
  });
  const submit = useSubmit(form, next);
  const busy = form.formState.isSubmitting;
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Stack gap="l">
        <Field label={m.account_email()} type="email" autoComplete="username" {...fieldOf(form, "email")} />
        <PasswordField
          label={m.account_password()}
          autoComplete="current-password"
          {...fieldOf(form, "password")}
        />
        <div>
          <Button type="submit" full busy={busy}>
            {busy ? m.account_login_busy() : m.account_login_submit()}
          </Button>
          <Instead question={m.account_login_new()} href="/signup" link={m.account_login_create()} />
        </div>
      </Stack>
    </form>
  );
}

/** Signs in and goes where the person was going, or where the server sends them. */
function useSubmit(form: UseFormReturn<LoginValues>, next: string | null) {
  const { mutateAsync: signIn } = useMutation(logIn);
  const enter = useEnter();
  const askForPassword = useAskForPassword();
  return async (values: LoginValues): Promise<void> => {
    try {
      const user = await signIn(values);
      const path = next ?? (await redirectDestination().catch(() => "/job-search"));
      toast({ title: m.account_login_done(), description: m.account_login_done_text() });
      enter(user, path);
    } catch (error) {
      if (error instanceof ApiError && error.code === "password_not_set") return askForPassword(values.email);
      showFieldErrors(error, form, "password");
      toast({
        title: m.account_login_failed(),
        description: messageOf(error, m.account_login_failed_text()),
        tone: "danger",
      });
    }
  };
}

/** Sends an account from before passwords to the page that sets one. */
function useAskForPassword() {
  const [, navigate] = useLocation();
  return (email: string): void => {
    writeItem("tempEmail", email);
    toast({ title: m.account_login_no_password(), description: m.account_login_no_password_text() });
    setTimeout(() => navigate("/set-password"), SET_PASSWORD_DELAY_MS);
  };
}
