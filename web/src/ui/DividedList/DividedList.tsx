import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./DividedList.module.css";

type DividedListProps = ComponentPropsWithRef<"ul"> & { as?: ElementType };

/** A list with a hairline between entries. */
export function DividedList({ as: Tag = "ul", className, ...rest }: DividedListProps) {
  return <Tag className={cx(styles.lines, className)} {...rest} />;
}
