import { cx } from "#/ui/cx.ts";
import styles from "./Spinner.module.css";

type SpinnerProps = { busy?: boolean; size?: "s" | "m" | "l" };

/** A circle: idle, or spinning while busy. Decorative: adjacent text says the same. */
export function Spinner({ busy = false, size = "m" }: SpinnerProps) {
  return <span aria-hidden="true" className={cx(styles.ring, styles[size], busy && styles.busy)} />;
}
