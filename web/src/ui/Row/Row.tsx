import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Row.module.css";

type RowProps = ComponentPropsWithRef<"div"> & {
  as?: ElementType;
  /** First child left, last child right. */
  spread?: boolean;
  /** Children hang from the top instead of standing on one middle line. */
  top?: boolean;
  wrap?: boolean;
};

/** Children side by side, 12 px apart. */
export function Row({ as: Tag = "div", spread, top, wrap, className, ...rest }: RowProps) {
  const names = cx(styles.row, spread && styles.spread, top && styles.top, wrap && styles.wrap, className);
  return <Tag className={names} {...rest} />;
}
