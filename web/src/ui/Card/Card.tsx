import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Card.module.css";

type CardProps = ComponentPropsWithRef<"div"> & {
  as?: ElementType;
  /** A hairline instead of the shadow. */
  line?: boolean;
  /** A marigold border: this is happening now. Say so in words too. */
  live?: boolean;
};

/** A sheet of paper on the page. */
export function Card({ as: Tag = "div", line = false, live = false, className, ...rest }: CardProps) {
  return <Tag className={cx(styles.card, line && styles.line, live && styles.live, className)} {...rest} />;
}
