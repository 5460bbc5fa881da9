import type { ComponentPropsWithRef, ElementType, ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Wide.module.css";

type WideProps = ComponentPropsWithRef<"div"> & {
  as?: ElementType;
  /** From 900 px, children are in two columns of 1.55 to 1. */
  split?: boolean;
};

/** The body of a wide page: gutters at the sides, at most 1120 px. */
export function Wide({ as: Tag = "div", split = false, className, ...rest }: WideProps) {
  return <Tag className={cx(styles.wide, split && styles.split, className)} {...rest} />;
}

/** Two stacks of cards, next to one another from 900 px. */
export function Halves({ children }: { children: ReactNode }) {
  return <div className={styles.halves}>{children}</div>;
}
