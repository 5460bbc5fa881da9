import styles from "./Landing.module.css";

/** The sun above the horizon, as two slightly offset sheets of paper. */
export function Sun() {
  return (
    <svg viewBox="0 0 800 400" aria-hidden="true" className={styles.sun}>
      <path className={styles.glow} d="M0 400a396 396 0 0 1 792 0z" />
      <path className={styles.disc} d="M74 400a328 328 0 0 1 656 0z" />
    </svg>
  );
}
