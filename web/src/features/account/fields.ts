import { m } from "#/messages.gen/messages.js";
import type { FieldErrors } from "#/ui/form/rules.ts";

/**
 * Returns the form-level message for a new password's error, with the same text as its field. Other fields show only
 * their own.
 */
export function sayPasswordErrors(
  { password, confirmation }: FieldErrors<"password" | "confirmation">,
  { say, clear }: { say: (title: string) => void; clear: () => void },
): void {
  if (confirmation) say(m.account_password_mismatch_title());
  else if (password === m.account_password_short()) say(m.account_password_short_title());
  else clear();
}
