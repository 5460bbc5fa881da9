import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Lines.module.css";

type LinesProps = ComponentPropsWithRef<"ul"> & { as?: ElementType };

/** A list with a hairline between each two entries. */
export function Lines({ as: Tag = "ul", className, ...rest }: LinesProps) {
  return <Tag className={cx(styles.lines, className)} {...rest} />;
}
