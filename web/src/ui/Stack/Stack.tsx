import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Stack.module.css";

/** xs 8 between related lines, s 12, m 16 between parts of a card, l 24 between blocks, xl 40 between sections. */
type Gap = "xs" | "s" | "m" | "l" | "xl";

type StackProps = ComponentPropsWithRef<"div"> & { as?: ElementType; gap?: Gap };

/** Children in a column, with equal gaps. */
export function Stack({ as: Tag = "div", gap = "m", className, ...rest }: StackProps) {
  return <Tag className={cx(styles.stack, styles[gap], className)} {...rest} />;
}
