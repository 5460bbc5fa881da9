import styles from "./Brand.module.css";

/** The logo: the sun on the horizon. */
export function Mark() {
  return (
    <svg viewBox="0 2 28 28" aria-hidden="true" className={styles.mark}>
      <path className={styles.sun} d="M4 18a10 10 0 0 1 20 0z" />
      <rect className={styles.horizon} x="2" y="20" width="24" height="4" rx="2" />
    </svg>
  );
}
