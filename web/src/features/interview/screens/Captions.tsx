import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Captions.module.css";

type CaptionsProps = {
  who: string;
  children: ReactNode;
  /** Whether screen readers announce it: not while the voice itself is speaking. */
  live?: boolean;
  /** Keeps only the end visible: the current words. */
  tail?: boolean;
};

/** Live captions. */
export function Captions({ who, children, live = false, tail = false }: CaptionsProps) {
  return (
    <div aria-live={live ? "polite" : undefined} className={styles.captions}>
      <span className={styles.who}>{who}</span>
      <div className={cx(tail && styles.tail)}>
        <p>{children}</p>
      </div>
    </div>
  );
}
