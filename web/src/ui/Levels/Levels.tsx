import { m } from "#/messages.gen/messages.js";
import { Tag } from "#/ui/Tag/Tag.tsx";
import styles from "./Levels.module.css";

const STEPS = [1, 2, 3, 4, 5];

/** The level of an answer, 1 to 5; null if the evidence was insufficient. */
export function Levels({ level }: { level: number | null }) {
  if (level === null) return <Tag>{m.ui_level_none()}</Tag>;
  return (
    <span role="img" aria-label={m.ui_level({ level })} className={styles.levels}>
      {STEPS.map((step) => (
        <i key={step} className={step <= level ? styles.on : styles.off} />
      ))}
    </span>
  );
}
