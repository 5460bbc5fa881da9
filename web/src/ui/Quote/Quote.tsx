import type { ReactNode } from "react";
import styles from "./Quote.module.css";

/** The person's own words. */
export function Quote({ children }: { children: ReactNode }) {
  return <blockquote className={styles.quote}>{children}</blockquote>;
}

/** Where a quote would stand, and why there is none. */
export function NoQuote({ children }: { children: ReactNode }) {
  return <p className={styles.none}>{children}</p>;
}
