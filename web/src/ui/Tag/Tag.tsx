import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Tag.module.css";

type TagProps = {
  tone?: "good" | "info" | "spark" | "bad" | "plain";
  /** A beating dot before the words: live now. */
  live?: boolean;
  children: ReactNode;
};

/** A state in a word or two. The colour only underlines what the words say. */
export function Tag({ tone = "plain", live = false, children }: TagProps) {
  return (
    <span className={cx(styles.tag, styles[tone])}>
      {live && <i aria-hidden="true" className={styles.dot} />}
      {children}
    </span>
  );
}
