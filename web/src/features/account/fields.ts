import { m } from "#/messages.gen/messages.js";
import type { Wrong } from "#/ui/form/rules.ts";
import { toast } from "#/ui/Toast/toast.ts";

/** Says aloud what is wrong with a new password; the same words stand beside its field. */
export function toastPasswordErrors({ password, confirmation }: Wrong<"password" | "confirmation">): void {
  if (confirmation) {
    toast({
      title: m.account_password_mismatch_title(),
      description: m.account_password_mismatch(),
      tone: "danger",
    });
  } else if (password === m.account_password_short()) {
    toast({
      title: m.account_password_short_title(),
      description: m.account_password_short(),
      tone: "danger",
    });
  }
}
