import type { ComponentPropsWithRef } from "react";
import { cx } from "#/ui/cx.ts";
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

/** The heading of the current page. */
let announced: HTMLElement | null = null;

/**
 * Returns a ref that focuses its element on mount and scrolls it into view: an `h1` starts a screen, which is scrolled
 * to its top; another heading only has to be visible.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (element === null) return;
  element.focus({ preventScroll: true });
  if (element.tagName === "H1") scrollTo(0, 0);
  else element.scrollIntoView({ block: "nearest" });
}

/**
 * Focuses the heading of a new page, except on the first one, which the browser announces itself. Scrolling is left to
 * the navigation: Back restores the position. A ref may be attached twice to the same element.
 */
function announceScreen(element: HTMLElement | null): void {
  if (element === null || element === announced) return;
  if (announced !== null) element.focus({ preventScroll: true });
  announced = element;
}
