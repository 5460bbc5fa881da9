import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Row.module.css";

type RowProps = ComponentPropsWithRef<"div"> & {
  as?: ElementType;
  /** First child left, last child right. */
  spread?: boolean;
  /** Aligns the children at the top instead of vertically centered. */
  top?: boolean;
  wrap?: boolean;
};

/** Children in a row, 12 px apart. */
export function Row({ as: Tag = "div", spread, top, wrap, className, ...rest }: RowProps) {
  const names = cx(styles.row, spread && styles.spread, top && styles.top, wrap && styles.wrap, className);
  return <Tag className={names} {...rest} />;
}
