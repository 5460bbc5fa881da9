import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Tag.module.css";

type TagProps = {
  tone?: "good" | "info" | "spark" | "bad" | "plain";
  /** A pulsing dot before the text: live now. */
  live?: boolean;
  children: ReactNode;
};

/** A status label. The color only emphasizes the text. */
export function Tag({ tone = "plain", live = false, children }: TagProps) {
  return (
    <span className={cx(styles.tag, styles[tone])}>
      {live && <i aria-hidden="true" className={styles.dot} />}
      {children}
    </span>
  );
}
