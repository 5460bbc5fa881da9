import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Pill.module.css";

/** One of several short options. `on` marks it as selected. */
export function Pill({ on, onClick, children }: { on: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-pressed={on} onClick={onClick} className={cx(styles.pill, on && styles.on)}>
      {children}
    </button>
  );
}
