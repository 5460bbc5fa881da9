import { m } from "#/messages.gen/messages.js";
import { Tag } from "#/ui/Tag/Tag.tsx";
import styles from "./Levels.module.css";

const STEPS = [1, 2, 3, 4, 5];

/** Why there is no level: too little was said, or the answer is for a person: who will read it, who has read it, or there is nobody. */
export type NoLevel = "none" | "awaited" | "read" | "nobody";

const NO_LEVEL = {
  none: m.ui_level_none,
  awaited: m.ui_level_awaited,
  read: m.ui_level_read,
  nobody: m.ui_level_nobody,
} as const satisfies Record<NoLevel, () => string>;

/** The level of an answer, 1 to 5, or why there is none. */
export function Levels({ level, without = "none" }: { level: number | null; without?: NoLevel }) {
  if (level === null) return <Tag>{NO_LEVEL[without]()}</Tag>;
  return (
    <span role="img" aria-label={m.ui_level({ level })} className={styles.levels}>
      {STEPS.map((step) => (
        <i key={step} className={step <= level ? styles.on : styles.off} />
      ))}
    </span>
  );
}
