import { m } from "#/messages.gen/messages.js";
import type { FieldErrors } from "#/ui/form/rules.ts";

/** Says what is wrong with a new password as a whole; its field has the same words. Other fields speak for themselves. */
export function sayPasswordErrors(
  { password, confirmation }: FieldErrors<"password" | "confirmation">,
  { say, clear }: { say: (title: string) => void; clear: () => void },
): void {
  if (confirmation) say(m.account_password_mismatch_title());
  else if (password === m.account_password_short()) say(m.account_password_short_title());
  else clear();
}
