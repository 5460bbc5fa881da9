import type { ReactNode } from "react";
import styles from "./Quote.module.css";

/** A quote of the person's own words. */
export function Quote({ children }: { children: ReactNode }) {
  return <blockquote className={styles.quote}>{children}</blockquote>;
}

/** Shown instead of a quote: why there is none. */
export function NoQuote({ children }: { children: ReactNode }) {
  return <p className={styles.none}>{children}</p>;
}
