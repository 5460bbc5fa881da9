import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Callout.module.css";

type CalloutProps = ComponentPropsWithRef<"div"> & { as?: ElementType };

/** A subdued box for tips and notes. */
export function Callout({ as: Tag = "div", className, ...rest }: CalloutProps) {
  return <Tag className={cx(styles.well, className)} {...rest} />;
}
