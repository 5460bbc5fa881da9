import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Well.module.css";

type WellProps = ComponentPropsWithRef<"div"> & { as?: ElementType };

/** A quiet place set into the page, for tips and things to know. */
export function Well({ as: Tag = "div", className, ...rest }: WellProps) {
  return <Tag className={cx(styles.well, className)} {...rest} />;
}
