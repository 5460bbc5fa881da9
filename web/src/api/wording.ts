import { m } from "#/messages.gen/messages.js";
import { servedCountries } from "#/platform/countries.ts";

/**
 * Translations of the server's errors, by error code. The server's own messages are English, so a page in English needs
 * none of this, and any other loads it with its first error.
 */
const REFUSALS: Record<string, () => string> = {
  too_many: m.error_too_many,
  country_not_served: m.error_country_not_served,
  too_many_planned: m.error_too_many_planned,
  not_completed: m.error_not_completed,
  interview_over: m.error_interview_over,
  bad_signature: m.error_bad_signature,
  answers_missing: m.error_answers_missing,
  booking_over: m.error_booking_over,
  busy: m.error_busy,
  checksum_mismatch: m.error_checksum_mismatch,
  chunk_conflict: m.error_chunk_conflict,
  chunks_missing: m.error_chunks_missing,
  consent_required: m.error_consent_required,
  email_taken: m.error_email_taken,
  foreign_origin: m.error_foreign_origin,
  internal_error: m.error_internal_error,
  interrupted: m.error_interrupted,
  invalid_code: m.error_invalid_code,
  invalid_credentials: m.error_invalid_credentials,
  invalid_request: m.error_invalid_request,
  no_transcription: m.error_no_transcription,
  not_found: m.error_not_found,
  not_in_progress: m.error_not_in_progress,
  not_joinable: m.error_not_joinable,
  not_watchable: m.error_not_watchable,
  not_signed_in: m.error_not_signed_in,
  signed_in_as_other: m.error_signed_in_as_other,
  nothing_to_confirm: m.error_nothing_to_confirm,
  operator_rests: m.error_operator_rests,
  password_already_set: m.error_password_already_set,
  password_not_set: m.error_password_not_set,
  review_code_required: m.error_review_code_required,
  range_not_satisfiable: m.error_range_not_satisfiable,
  rate_limited: m.error_rate_limited,
  response_conflict: m.error_response_conflict,
  slot_past: m.error_slot_past,
  slot_taken: m.error_slot_taken,
  storage_full: m.error_storage_full,
  too_large: m.error_too_large,
  too_slow: m.error_too_slow,
  too_many_uploads: m.error_too_many_uploads,
  too_many_bookings: m.error_too_many_bookings,
  unavailable: m.error_unavailable,
  proof_required: m.error_proof_required,
  invalid_passkey: m.error_invalid_passkey,
  too_many_passkeys: m.error_too_many_passkeys,
  wrong_password: m.error_wrong_password,
  staff_not_signed_in: m.error_staff_not_signed_in,
  second_factor_required: m.error_second_factor_required,
  role_required: m.error_role_required,
  already_applied: m.error_already_applied,
  employer_not_here: m.error_employer_not_here,
  job_closed: m.error_job_closed,
  job_full: m.error_job_full,
  assessment_over: m.error_assessment_over,
  key_required: m.error_key_required,
  deletion_planned: m.error_deletion_planned,
  no_interview: m.error_no_interview,
  consent_missing: m.error_consent_missing,
  stage_conflict: m.error_stage_conflict,
  stale_version: m.error_stale_version,
  decision_pending: m.error_decision_pending,
  not_viewed: m.error_not_viewed,
  decided_by_same: m.error_decided_by_same,
  legal_hold: m.error_legal_hold,
  undo_over: m.error_undo_over,
  nothing_to_look_at: m.error_nothing_to_look_at,
  look_over: m.error_look_over,
  time_taken: m.error_time_taken,
  calendar_unreadable: m.error_calendar_unreadable,
  not_yet: m.error_not_yet,
  too_many_notes: m.error_too_many_notes,
  too_many_saved_views: m.error_too_many_saved_views,
  too_many_templates: m.error_too_many_templates,
  webhook_address_refused: m.error_webhook_address_refused,
  too_many_api_keys: m.error_too_many_api_keys,
  too_many_webhooks: m.error_too_many_webhooks,
  webhook_disabled: m.error_webhook_disabled,
  delivery_not_replayable: m.error_delivery_not_replayable,
  saved_view_name_taken: m.error_saved_view_name_taken,
  link_expired: m.error_link_expired,
  last_owner: m.error_last_owner,
  single_sign_on_required: m.error_single_sign_on_required,
  sign_on_proof_required: m.error_sign_on_proof_required,
  address_not_covered: m.error_address_not_covered,
  break_glass_owner: m.error_break_glass_owner,
  address_proof_required: m.error_address_proof_required,
  domain_taken: m.error_domain_taken,
  employer_closed: m.error_employer_closed,
  merge_legal_hold: m.error_merge_legal_hold,
  merge_no_owner: m.error_merge_no_owner,
  merge_other_name: m.error_merge_other_name,
  merge_same_record: m.error_merge_same_record,
  merge_two_meetings: m.error_merge_two_meetings,
  key_reused: m.error_key_reused,
  member_exists: m.error_member_exists,
  second_factor_mandatory: m.error_second_factor_mandatory,
  claim_taken: m.error_claim_taken,
  stale_job: m.error_stale_job,
  job_from_feed: m.error_job_from_feed,
  location_in_use: m.error_location_in_use,
};

/** The error of each field, by its API name. */
const FIELDS: Record<string, () => string> = {
  candidateEmail: m.error_field_email,
  code: m.error_field_code,
  currentPassword: m.error_field_password,
  email: m.error_field_email,
  firstName: m.error_field_name,
  lastName: m.error_field_name,
  newPassword: m.error_field_password,
  password: m.error_field_password,
  phone: m.error_field_phone,
  phone_number: m.error_field_phone,
  scheduledAt: m.error_field_time,
  startsAt: m.error_field_time,
  zip: () => m.ui_place_wrong({ country: nameOf(servedCountries()[0] ?? "US") }),
};

const nameOf = (country: string) => new Intl.DisplayNames(m.ui_locale(), { type: "region" }).of(country || "US") ?? country;

/** Returns the message for an error `code`; '' for an unknown one. */
export function formatRefusal(code: string, country = ""): string {
  if (code === "country_not_served" && country) return m.ui_place_not_served({ country: nameOf(country), home: nameOf(servedCountries()[0] ?? "US") });
  return REFUSALS[code]?.() ?? "";
}

/** Returns the message for each invalid field. A known error code provides its own message for its field. */
export function formatFields(code: string, fields: Record<string, string>, country = ""): Record<string, string> {
  const words = ([field, said]: [string, string]): string => {
    if (code !== "invalid_request") return formatRefusal(code, country);
    const most = /at most (\d+) characters/.exec(said)?.[1];
    return most === undefined ? (FIELDS[field] ?? m.error_field)() : m.error_field_long({ most });
  };
  return Object.fromEntries(Object.entries(fields).map((one) => [one[0], words(one)]));
}
