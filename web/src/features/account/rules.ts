import { m } from "#/messages.gen/messages.js";
import { anyText, codeIn, email, exact, type Rules, text, type Texts } from "#/ui/form/rules.ts";

const MIN_PASSWORD = 8;

const address = email(
  () => m.account_email_required(),
  () => m.account_email_wrong(),
);

const password = exact((typed) => (typed ? "" : m.account_password_required()));

const newPassword = exact((typed) => {
  if (typed === "") return m.account_password_required();
  return typed.length < MIN_PASSWORD ? m.account_password_short() : "";
});

/** The repeated password. */
const again = <Name extends string>(name: Name) => exact<Texts<Name>>((typed, all) => (typed === all[name] ? "" : m.account_password_mismatch()));

export type SignUpValues = Texts<"firstName" | "lastName" | "email" | "phone" | "password" | "confirmation">;

export const signUpRules: Rules<keyof SignUpValues> = {
  firstName: text(() => m.account_first_name_required()),
  lastName: anyText,
  email: address,
  phone: anyText,
  password: newPassword,
  confirmation: again("password"),
};

export type LoginValues = Texts<"email" | "password">;
export const loginRules: Rules<keyof LoginValues> = { email: address, password };

export type ProofValues = Texts<"password">;
export const proofRules: Rules<keyof ProofValues> = { password };

export type EmailValues = Texts<"email">;
export const emailRules: Rules<keyof EmailValues> = { email: address };

/** Six digits, also with what was copied around them. */
const code = {
  read: codeIn,
  objection: (meant: string) => (/^\d{6}$/.test(meant) ? "" : m.account_code_wrong()),
};

export type CodeValues = Texts<"code">;
export const codeRules: Rules<keyof CodeValues> = { code };

export type ChangePasswordValues = Texts<"currentPassword" | "newPassword" | "confirmation">;
export const changePasswordRules: Rules<keyof ChangePasswordValues> = {
  currentPassword: password,
  newPassword,
  confirmation: again("newPassword"),
};

export type SetPasswordValues = Texts<"code" | "password" | "confirmation">;
/** `withCode`: whether the person must verify the address with a code. */
export const setPasswordRules = (withCode: boolean): Rules<keyof SetPasswordValues> => ({
  code: withCode ? code : anyText,
  password: newPassword,
  confirmation: again("password"),
});
