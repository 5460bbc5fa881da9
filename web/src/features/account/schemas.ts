import * as v from "valibot";
import { m } from "#/messages.gen/messages.js";

export const MIN_PASSWORD = 8;

const required = (message: () => string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));

const email = v.pipe(
  required(() => m.account_email_required()),
  v.email(() => m.account_email_wrong()),
);

// White space is part of a password, so it is never trimmed.
const newPassword = v.pipe(
  v.string(),
  v.nonEmpty(() => m.account_password_required()),
  v.minLength(MIN_PASSWORD, () => m.account_password_short()),
);

const samePasswords = (values: { password: string; confirmation: string }) =>
  values.password === values.confirmation;

export const signUpSchema = v.pipe(
  v.object({
    firstName: required(() => m.account_first_name_required()),
    lastName: required(() => m.account_last_name_required()),
    email,
    phone: v.pipe(v.string(), v.trim()),
    password: newPassword,
    confirmation: v.string(),
  }),
  v.forward(
    v.partialCheck([["password"], ["confirmation"]], samePasswords, () => m.account_password_mismatch()),
    ["confirmation"],
  ),
);
export type SignUpValues = v.InferOutput<typeof signUpSchema>;

export const loginSchema = v.object({
  email,
  password: v.pipe(
    v.string(),
    v.nonEmpty(() => m.account_password_required()),
  ),
});
export type LoginValues = v.InferOutput<typeof loginSchema>;

export const emailSchema = v.object({ email });
export type EmailValues = v.InferOutput<typeof emailSchema>;

/** Six figures; the spaces that a mail program may have put between them are no part of it. */
const code = v.pipe(
  v.string(),
  v.transform((value) => value.replaceAll(/\s/g, "")),
  v.regex(/^\d{6}$/, () => m.account_code_wrong()),
);

export const codeSchema = v.object({ code });
export type CodeValues = v.InferOutput<typeof codeSchema>;

export const changePasswordSchema = v.pipe(
  v.object({
    currentPassword: v.pipe(
      v.string(),
      v.nonEmpty(() => m.account_password_required()),
    ),
    newPassword,
    confirmation: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [["newPassword"], ["confirmation"]],
      (values) => values.newPassword === values.confirmation,
      () => m.account_password_mismatch(),
    ),
    ["confirmation"],
  ),
);
export type ChangePasswordValues = v.InferOutput<typeof changePasswordSchema>;

/** `withCode`: whether the person must prove that the address is theirs. */
export const setPasswordSchema = (withCode: boolean) =>
  v.pipe(
    v.object({
      code: withCode ? code : v.string(),
      password: newPassword,
      confirmation: v.string(),
    }),
    v.forward(
      v.partialCheck([["password"], ["confirmation"]], samePasswords, () => m.account_password_mismatch()),
      ["confirmation"],
    ),
  );
export type SetPasswordValues = v.InferOutput<ReturnType<typeof setPasswordSchema>>;
