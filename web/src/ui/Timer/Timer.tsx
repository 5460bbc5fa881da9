import { formatDuration } from "#/format/duration.ts";
import styles from "./Timer.module.css";

/** Elapsed time in minutes and seconds. Nothing in the product counts down. */
export function Timer({ seconds }: { seconds: number }) {
  return (
    <p role="timer" className={styles.timer}>
      {formatDuration(seconds)}
    </p>
  );
}
