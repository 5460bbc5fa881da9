import type { ComponentPropsWithRef } from "react";
import { cx } from "#/ui/cx.ts";
import { announceScreen, takeFocus } from "./announce.ts";
import styles from "./Heading.module.css";

type HeadingProps = ComponentPropsWithRef<"h1"> & {
  level: 1 | 2 | 3;
  /** Visual size, if different from its level: hero 42 (64 wide), 1 = 32, 2 = 24, 3 = 20. */
  size?: "hero" | 1 | 2 | 3;
  /** Takes the focus when it appears: for a step change inside one screen (give each step its own `key`). */
  autoFocus?: boolean;
};

/**
 * A heading. Level 1 names the screen, and takes the focus except on the first screen, so that screen readers announce
 * the navigation.
 */
export function Heading({ level, size = level, autoFocus = false, className, ref, ...rest }: HeadingProps) {
  const Tag = `h${level}` as const;
  const focusing = autoFocus ? takeFocus : level === 1 ? announceScreen : undefined;
  return <Tag ref={ref ?? focusing} tabIndex={focusing && -1} className={cx(styles.heading, styles[`size${size}`], className)} {...rest} />;
}
