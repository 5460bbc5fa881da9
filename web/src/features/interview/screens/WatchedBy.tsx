import { Eye } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./WatchedBy.module.css";

/** Subscribes to the names of people watching the interview live; returns an unsubscribe function. */
export interface Watched {
  names: string[];
  stop: () => void;
}

/** Names the current viewers. The empty container stays mounted, so screen readers announce its content. */
export function WatchedBy({ watched }: { watched: Watched | undefined }) {
  const names = watched?.names ?? [];
  return (
    <div role="status" className={styles.watched}>
      {names.length > 0 && (
        <div className={styles.line}>
          <Icon as={Eye} size="s" />
          <span className={styles.names}>{m.interview_watched({ names: names.join(", ") })}</span>
          <button type="button" aria-label={m.interview_watched_stop_named()} onClick={watched?.stop} className={styles.stop}>
            {m.interview_watched_stop()}
          </button>
        </div>
      )}
    </div>
  );
}
