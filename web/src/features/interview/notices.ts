import { m } from "#/messages.gen/messages.js";
import type { Notice } from "./model/base.ts";

export type Wording = { title: string; description?: string; tone: "plain" | "good" | "danger" };

/** Returns the text of a notice. */
export function wordingOf(notice: Notice): Wording {
  switch (notice) {
    case "recording-issue":
      return problem(m.interview_toast_recording_title(), m.interview_toast_recording());
    case "sound-only":
      return { title: m.interview_toast_sound_title(), description: m.interview_toast_sound(), tone: "plain" };
    case "answer-kept":
      return { title: m.interview_toast_kept_title(), description: m.interview_toast_kept(), tone: "good" };
    case "device-full":
      return problem(m.interview_toast_full_title(), m.interview_toast_full());
    case "connection-error":
      return problem(m.interview_toast_connection_title(), m.interview_toast_connection());
    case "setup-failed":
      return problem(m.interview_toast_setup_title(), m.interview_toast_setup());
    case "save-failed":
      return problem(m.interview_toast_save_title(), m.interview_toast_save());
    case "completion-failed":
      return problem(m.interview_toast_completion_title(), m.interview_toast_completion());
    case "response-saved":
      return { title: m.interview_toast_saved(), tone: "good" };
    case "interview-complete":
      return { title: m.interview_toast_complete(), tone: "good" };
  }
}

function problem(title: string, description: string): Wording {
  return { title, description, tone: "danger" };
}
