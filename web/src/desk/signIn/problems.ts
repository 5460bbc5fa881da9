import type { SignOnProblem } from "#/api/deskSingleSignOn.queries.ts";
import { m } from "#/messages.gen/messages.js";

const PROBLEMS: Record<SignOnProblem, () => string> = {
  provider_refused: m.desk_sign_on_provider_refused,
  provider_down: m.desk_sign_on_provider_down,
  code_refused: m.desk_sign_on_start_again,
  token_invalid: m.desk_sign_on_not_checked,
  token_expired: m.desk_sign_on_clock,
  nonce_mismatch: m.desk_sign_on_not_checked,
  email_missing: m.desk_sign_on_no_email,
  email_unverified: m.desk_sign_on_unverified,
  wrong_domain: m.desk_sign_on_wrong_domain,
  attempt_expired: m.desk_sign_on_start_again,
  not_a_member: m.desk_sign_on_no_member,
  domain_unproved: m.desk_sign_on_unproved,
};

/** Returns what went wrong at the identity provider, in words. */
export function problemText(problem: string): string {
  return (Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem as SignOnProblem] : m.desk_sign_on_start_again)();
}

/** What the owner can do about it, who is the one that others tell. */
const FOR_OWNER: Partial<Record<SignOnProblem, () => string>> = {
  provider_refused: m.desk_sso_owner_refused,
  token_invalid: m.desk_sso_owner_not_checked,
  nonce_mismatch: m.desk_sso_owner_not_checked,
  email_missing: m.desk_sso_owner_no_email,
  email_unverified: m.desk_sso_owner_unverified,
  wrong_domain: m.desk_sso_owner_wrong_domain,
  domain_unproved: m.desk_sso_owner_unproved,
  not_a_member: m.desk_sso_owner_no_member,
};

/** Returns what went wrong at the identity provider, and what the owner can do. */
export function ownerText(problem: SignOnProblem): string {
  return FOR_OWNER[problem]?.() ?? problemText(problem);
}
