import { Check, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./CheckList.module.css";

/** Reasons, tips, promises: a list of `Tick`. */
export function CheckList({ children }: { children: ReactNode }) {
  return <ul className={styles.ticks}>{children}</ul>;
}

/** One line of `Ticks`. Another icon than the tick says what the line is about. */
export function Tick({ icon = Check, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <li className={styles.line}>
      <Icon as={icon} size="s" className={styles.icon} />
      <span>{children}</span>
    </li>
  );
}

/** Location, hours and similar facts below a job's title: a subdued list of `Fact`. */
export function Facts({ size = "small", children }: { size?: "small" | "body"; children: ReactNode }) {
  return <ul className={cx(styles.facts, size === "body" && styles.body)}>{children}</ul>;
}

/** One line of `Facts`, optionally with an icon. */
export function Fact({ icon, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <li className={styles.line}>
      {icon && <Icon as={icon} size="s" />}
      <span>{children}</span>
    </li>
  );
}
