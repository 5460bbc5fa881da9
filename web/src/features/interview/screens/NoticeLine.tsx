import { Check, CircleAlert, Info, X } from "lucide-react";
import { useEffect } from "react";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import type { Notice } from "../model/base.ts";
import { wordingOf } from "../notices.ts";
import styles from "./InterviewShell.module.css";

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
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN[tone]);
    return () => clearTimeout(timer);
    // Only a new notice restarts the timer, not a new callback from the parent.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [notice]);
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
