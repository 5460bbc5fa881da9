import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Text.module.css";

type TextProps = ComponentPropsWithRef<"p"> & {
  as?: ElementType;
  size?: "small" | "body" | "lead";
  quiet?: boolean;
  strong?: boolean;
  /** Tabular digits, for pay, scores and timers. */
  num?: boolean;
};

/** A paragraph (or, with `as`, inline text) in one of the three text sizes. */
export function Text({ as: Tag = "p", size = "body", quiet, strong, num, className, ...rest }: TextProps) {
  const names = cx(styles[size], quiet && styles.quiet, strong && styles.strong, num && styles.num, className);
  return <Tag className={names} {...rest} />;
}
