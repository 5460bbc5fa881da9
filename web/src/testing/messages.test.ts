import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { m } from "#/messages.gen/messages.js";

const WEB = join(import.meta.dirname, "..", "..");

type Key = keyof typeof m;

/** The sentences quoted in the specification: their message keys, and the tests that check them on a screen. */
const SAID: [words: string, message: Key, metIn: string][] = [
  ["Error", "questions_failed", "features/questions/QuickQuestions.test.tsx"],
  ["Failed to save responses. Please try again.", "questions_failed_text", "features/questions/QuickQuestions.test.tsx"],
  ["Missing Information", "questions_missing", "features/questions/QuickQuestions.test.tsx"],
  ["Please answer all questions before continuing.", "questions_missing_text", "features/questions/QuickQuestions.test.tsx"],
  ["Login Failed", "account_login_failed", "features/account/forms.test.tsx"],
  ["Login failed", "account_login_failed_text", "features/account/forms.test.tsx"],
  ["Password Setup Required", "account_login_no_password", "features/account/forms.test.tsx"],
  ["This account needs a password. We'll help you set one up.", "account_login_no_password_text", "features/account/forms.test.tsx"],
  ["Registration Failed", "account_signup_failed", "features/account/forms.test.tsx"],
  ["Registration failed", "account_signup_failed_text", "features/account/forms.test.tsx"],
  ["Failed to Set Password", "account_set_failed", "features/account/setPassword.test.tsx"],
  ["Failed to set password", "account_set_failed_text", "features/account/setPassword.test.tsx"],
  ["Password Mismatch", "account_password_mismatch_title", "features/account/forms.test.tsx"],
  ["Please make sure your passwords match.", "account_password_mismatch", "features/account/forms.test.tsx"],
  ["Password Too Short", "account_password_short_title", "features/account/forms.test.tsx"],
  ["Password must be at least 8 characters long.", "account_password_short", "features/account/forms.test.tsx"],
  ["Error", "account_set_no_email", "features/account/setPassword.test.tsx"],
  ["No email found. Please try logging in again.", "account_set_no_email_text", "features/account/setPassword.test.tsx"],
  ["Welcome back!", "account_login_done", "features/account/forms.test.tsx"],
  ["You've been logged in successfully.", "account_login_done_text", "features/account/forms.test.tsx"],
  ["Welcome to Dayshift!", "account_signup_done", "features/account/forms.test.tsx"],
  ["Your account has been created successfully.", "account_signup_done_text", "features/account/forms.test.tsx"],
  ["Password Set Successfully", "account_set_done", "features/account/setPassword.test.tsx"],
  ["Your password has been created. You can now use email/password to login.", "account_set_done_text", "features/account/setPassword.test.tsx"],
  ["Update failed", "profile_failed", "features/profile/Profile.test.tsx"],
  ["Failed to update profile. Please try again.", "profile_failed_text", "features/profile/Profile.test.tsx"],
  ["Profile updated", "profile_updated", "features/profile/Profile.test.tsx"],
  ["Your profile has been successfully updated.", "profile_updated_text", "features/profile/Profile.test.tsx"],
  ["First name is required", "profile_first_name_required", "features/profile/profile.test.ts"],
  ["Invalid email address", "profile_email_wrong", "features/profile/profile.test.ts"],
  ["Please sign in to view your profile.", "profile_signed_out", "pages/signedOut.test.tsx"],
  ["User not found. Please sign in first.", "shell_unknown_title", "app/PageFailed.test.tsx"],
  ["You need to be signed in to access video interviews.", "account_login_interview", "pages/signedOut.test.tsx"],
  ["Access Required", "dashboard_interviews_access", "pages/signedOut.test.tsx"],
  ["Interview Setup Error", "interview_setup_title", "features/interview/messages.test.tsx"],
  ["Failed to create interview session. Please try again.", "interview_setup_text", "features/interview/messages.test.tsx"],
  ["Try Again", "interview_try_again", "features/interview/messages.test.tsx"],
  ["Recording Issue", "interview_toast_recording_title", "features/interview/messages.test.tsx"],
  ["Unable to start recording, but interview can continue.", "interview_toast_recording", "features/interview/messages.test.tsx"],
  ["Connection Error", "interview_toast_connection_title", "features/interview/messages.test.tsx"],
  ["There was an issue with the video connection. Please try again.", "interview_toast_connection", "features/interview/messages.test.tsx"],
  ["Camera Error", "interview_blocked_title", "features/interview/messages.test.tsx"],
  ["Unable to access your camera. Please check your camera permissions.", "interview_blocked_other", "features/interview/messages.test.tsx"],
  ["Camera Access Denied", "interview_blocked_denied_title", "features/interview/messages.test.tsx"],
  ["Please allow camera access to participate in the video interview.", "interview_blocked_denied", "features/interview/messages.test.tsx"],
  ["Setup Failed", "interview_toast_setup_title", "features/interview/messages.test.tsx"],
  ["Could not set up the video interview. Please check your connection.", "interview_toast_setup", "features/interview/messages.test.tsx"],
  ["Save Failed", "interview_toast_save_title", "features/interview/messages.test.tsx"],
  ["Could not save your response. Please try again.", "interview_toast_save", "features/interview/messages.test.tsx"],
  ["Completion Failed", "interview_toast_completion_title", "features/interview/messages.test.tsx"],
  ["There was an issue completing the interview. Please try again.", "interview_toast_completion", "features/interview/messages.test.tsx"],
  ["Recording Required", "interview_toast_required_title", "features/interview/messages.test.tsx"],
  ["Response Saved", "interview_toast_saved", "features/interview/messages.test.tsx"],
  ["Interview Complete", "interview_toast_complete", "features/interview/messages.test.tsx"],
];

describe("a sentence from the specification", () => {
  it.each(SAID)("%s", (words, key, metIn) => {
    const message = m[key] as (inputs: { product: string }) => string;
    expect(message({ product: "Dayshift" })).toBe(words);
    // Tests may also use regular expressions, so only the text itself is searched for.
    expect(readFileSync(join(WEB, "src", metIn), "utf-8"), `${metIn} meets it`).toContain(`"${words}"`);
  });
});

// The last of two messages with one key would take the place of the first.
it.each(globSync("messages/*/*.json", { cwd: WEB }))("has each key once: %s", (file) => {
  const keys = [...readFileSync(join(WEB, file), "utf-8").matchAll(/^ {2}"(\w+)":/gm)].map(([, key]) => key);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
