import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { anyEmail, anyText, type Rules, text, type Texts } from "#/ui/form/rules.ts";

export type ProfileValues = Texts<"firstName" | "lastName" | "email" | "phone">;

export const profileRules: Rules<keyof ProfileValues> = {
  firstName: text(() => m.profile_first_name_required()),
  lastName: anyText,
  email: anyEmail(() => m.profile_email_wrong()),
  phone: anyText,
};

/** The form's initial values. */
export function valuesOf({ firstName, lastName, email, phone }: User): ProfileValues {
  return { firstName, lastName, email: email ?? "", phone: phone ?? "" };
}
