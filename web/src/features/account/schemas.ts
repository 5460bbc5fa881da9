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

/** `withCode`: whether the person must prove that the address is theirs. */
export const setPasswordSchema = (withCode: boolean) =>
  v.pipe(
    v.object({
      code: withCode
        ? v.pipe(
            v.string(),
            v.trim(),
            v.regex(/^\d{6}$/, () => m.account_set_code_wrong()),
          )
        : v.string(),
      password: newPassword,
      confirmation: v.string(),
    }),
    v.forward(
      v.partialCheck([["password"], ["confirmation"]], samePasswords, () => m.account_password_mismatch()),
      ["confirmation"],
    ),
  );
export type SetPasswordValues = v.InferOutput<ReturnType<typeof setPasswordSchema>>;
