import type { ComponentPropsWithRef, ElementType } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Card.module.css";

type CardProps = ComponentPropsWithRef<"div"> & {
  as?: ElementType;
  /** A hairline border instead of the shadow. */
  line?: boolean;
  /** A marigold border for something happening now. The text must say so, too. */
  live?: boolean;
};

/** A card, like a sheet of paper on the page. */
export function Card({ as: Tag = "div", line = false, live = false, className, ...rest }: CardProps) {
  return <Tag className={cx(styles.card, line && styles.line, live && styles.live, className)} {...rest} />;
}
