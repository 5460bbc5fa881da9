import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./BottomBar.module.css";

type BottomBarProps = {
  children: ReactNode;
  /** As wide as a wide page. */
  wide?: boolean;
  /** From 900 px the page shows the button elsewhere. */
  onlyNarrow?: boolean;
};

/**
 * A bar at the bottom edge, within reach of the thumb: one filled button and at most one link below it. It is the last
 * child of the page (or of the form that is the page).
 */
export function BottomBar({ children, wide = false, onlyNarrow = false }: BottomBarProps) {
  return (
    <div data-dock="" className={cx(styles.dock, onlyNarrow && styles.onlyNarrow)}>
      <div className={cx(styles.inside, wide && styles.wide)}>{children}</div>
    </div>
  );
}
