import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Column.module.css";

type ColumnProps = ComponentPropsWithRef<"div"> & { as?: ElementType };

/** The body of a single-column page: gutters at the sides, at most 560 px of text. */
export function Column({ as: Tag = "div", className, ...rest }: ColumnProps) {
  return <Tag className={cx(styles.column, className)} {...rest} />;
}
