import { cx } from "#/ui/cx.ts";
import styles from "./Ring.module.css";

type RingProps = { busy?: boolean; size?: "s" | "m" | "l" };

/** A circle that waits, or turns while something is under way. Decoration: words beside it say the same. */
export function Ring({ busy = false, size = "m" }: RingProps) {
  return <span aria-hidden="true" className={cx(styles.ring, styles[size], busy && styles.busy)} />;
}
