import { Eye } from "lucide-react";
import { createContext, useContext } from "react";
import { m } from "#/messages.gen/messages.js";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./WatchedBy.module.css";

/** Who watches the interview live, by name, and the way to end that. */
export interface Watched {
  names: string[];
  stop: () => void;
}

export const WatchedContext = createContext<Watched>({ names: [], stop: () => {} });

/** Says who watches for as long as they do. Nobody watches unseen. */
export function WatchedBy() {
  const { names, stop } = useContext(WatchedContext);
  return (
    <div role="status" className={styles.watched}>
      {names.length > 0 && (
        <div className={styles.line}>
          <Icon as={Eye} size="s" />
          <span className={styles.names}>{m.interview_watched({ names: names.join(", ") })}</span>
          <button type="button" aria-label={m.interview_watched_stop_named()} onClick={stop} className={styles.stop}>
            {m.interview_watched_stop()}
          </button>
        </div>
      )}
    </div>
  );
}
