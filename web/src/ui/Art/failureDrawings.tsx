import type { ReactNode } from "react";
import styles from "./Art.module.css";

/** Cut paper in three colors. The colors are roles, so every drawing follows the color scheme. */
export type Drawing = { viewBox: string; shapes: ReactNode };

// The drawings of the error screens, which are part of every first load: the others are not.

export const keys: Drawing = {
  viewBox: "0 0 96 96",
  shapes: (
    <>
      <g transform="rotate(-26 46 26)">
        <path className={styles.marigold} d="M35 46l11-9 11 9v36a5 5 0 0 1-5 5H40a5 5 0 0 1-5-5z" />
        <rect className={styles.dark} x="41" y="62" width="10" height="4" rx="2" />
        <rect className={styles.dark} x="41" y="70" width="10" height="4" rx="2" />
      </g>
      <g transform="rotate(30 46 26)">
        <path className={styles.green} fillRule="evenodd" d="M46 34a13 13 0 0 1 4 25.4v30a3 3 0 0 1-3 3h-2a3 3 0 0 1-3-3v-30A13 13 0 0 1 46 34zm0 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z" />
        <rect className={styles.green} x="48" y="72" width="11" height="6" rx="2" />
        <rect className={styles.green} x="48" y="82" width="8" height="6" rx="2" />
      </g>
      <circle className={styles.darkLine} strokeWidth="6" cx="46" cy="23" r="15" />
    </>
  ),
};

export const spanner: Drawing = {
  viewBox: "0 0 96 96",
  shapes: (
    <>
      <g transform="rotate(42 48 48)">
        <path className={styles.green} fillRule="evenodd" d="M40 3.7V22a8 8 0 0 0 16 0V3.7A20 20 0 0 1 56 40.3v22.9A15 15 0 1 1 40 63.2V40.3A20 20 0 0 1 40 3.7zM48 69.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z" />
        <path className={styles.marigold} d="M48 3l7 4v8l-7 4-7-4V7z" />
        <rect className={styles.dark} x="40" y="46" width="16" height="9" />
      </g>
    </>
  ),
};
