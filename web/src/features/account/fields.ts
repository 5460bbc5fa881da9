import type { FieldError, FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { ApiError } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { toast } from "#/ui/Toast/toast.ts";

/** What a field of a form needs: its name, its handlers and what is wrong with it. */
export function fieldOf<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: Path<Values>,
): UseFormRegisterReturn & { error: string | undefined } {
  return { ...form.register(name), error: form.getFieldState(name, form.formState).error?.message };
}

/** Puts what the server found wrong beside the fields, and the focus on the first of them, or on `otherwise`. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  otherwise: Path<Values>,
): void {
  const fields = error instanceof ApiError ? error.fields : {};
  const blamed = Object.keys(form.getValues()).filter((name) => fields[name]) as Path<Values>[];
  for (const name of blamed) form.setError(name, { message: fields[name] ?? "" });
  form.setFocus(blamed[0] ?? otherwise);
}

interface NewPasswordErrors {
  password?: FieldError | undefined;
  confirmation?: FieldError | undefined;
}

/** Says aloud what is wrong with a new password; the same words stand beside its field. */
export function toastPasswordErrors({ password, confirmation }: NewPasswordErrors): void {
  if (confirmation) {
    toast({
      title: m.account_password_mismatch_title(),
      description: m.account_password_mismatch(),
      tone: "danger",
    });
  } else if (password?.type === "min_length") {
    toast({
      title: m.account_password_short_title(),
      description: m.account_password_short(),
      tone: "danger",
    });
  }
}
