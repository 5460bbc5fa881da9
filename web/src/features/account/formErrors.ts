import type { FieldErrors, FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { toast } from "#/ui/Toast/toast.ts";

/** Puts what the server found wrong beside the fields, and the focus on the first of them. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  values: Values,
  setError: UseFormSetError<Values>,
): void {
  if (!(error instanceof ApiError)) return;
  const known = Object.keys(values).filter((name) => error.fields[name]);
  known.forEach((name, index) => {
    setError(name as Path<Values>, { message: error.fields[name] ?? "" }, { shouldFocus: index === 0 });
  });
}

/** Says aloud what is wrong with a new password; the same words stand beside its field. */
export function toastPasswordErrors(errors: FieldErrors<{ password: string; confirmation: string }>): void {
  if (errors.confirmation) {
    toast({
      title: m.account_password_mismatch_title(),
      description: m.account_password_mismatch(),
      tone: "danger",
    });
  } else if (errors.password?.type === "min_length") {
    toast({
      title: m.account_password_short_title(),
      description: m.account_password_short(),
      tone: "danger",
    });
  }
}
