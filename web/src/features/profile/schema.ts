import * as v from "valibot";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

const name = (message: () => string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));

const address = v.pipe(v.string(), v.email());

export const profileSchema = v.object({
  firstName: name(() => m.profile_first_name_required()),
  lastName: name(() => m.profile_last_name_required()),
  /** Nobody needs an email: an empty one is none. */
  email: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (value) => value === "" || v.is(address, value),
      () => m.profile_email_wrong(),
    ),
  ),
  phone: v.pipe(v.string(), v.trim()),
});
export type ProfileValues = v.InferOutput<typeof profileSchema>;

/** What the form begins with. */
export function valuesOf({ firstName, lastName, email, phone }: User): ProfileValues {
  return { firstName, lastName, email: email ?? "", phone: phone ?? "" };
}
