import { Check, CircleAlert, Info, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import type { Notice } from "#/features/interview/model/base.ts";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./InterviewShell.module.css";

type Wording = { title: string; description?: string; tone: "plain" | "good" | "danger" };

/** Returns the text of a notice. */
function wordingOf(notice: Notice): Wording {
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

/** How long a notice stays, in milliseconds. A problem takes longer to read and act on. */
const SHOWN = { good: 5_000, plain: 8_000, danger: 15_000 };

const ICONS = { good: Check, plain: Info, danger: CircleAlert };

/** One event of the interview. `id` distinguishes two equal ones. */
export interface NoticeShown {
  id: number;
  notice: Notice;
}

/**
 * Shows a notice in its own line below the bar: it covers neither buttons nor captions nor the answer, and it ends with
 * the room. The container stays mounted, so that screen readers announce new content.
 */
export function NoticeLine({ shown, onClose }: { shown: NoticeShown | null; onClose: () => void }) {
  return (
    <div role="status" className={styles.notices}>
      {shown && <Line key={shown.id} notice={shown.notice} onClose={onClose} />}
    </div>
  );
}

function Line({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { title, description, tone } = wordingOf(notice);
  const close = useEffectEvent(onClose);
  // Only a new notice restarts the timer, not a new callback from the parent.
  useEffect(() => {
    const timer = setTimeout(() => close(), SHOWN[tone]);
    return () => clearTimeout(timer);
  }, [notice, tone]);
  return (
    <div className={cx(styles.notice, styles[tone])}>
      <Icon as={ICONS[tone]} />
      <p className={styles.words}>
        <b>{title}</b>
        {description && <span>{description}</span>}
      </p>
      <button type="button" aria-label={m.ui_close()} onClick={onClose} className={styles.way}>
        <Icon as={X} size="s" />
      </button>
    </div>
  );
}
