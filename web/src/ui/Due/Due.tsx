import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Due.module.css";

/** How near a promise is: the sun is up (two days or more), on the line (tomorrow), half set (today) or gone (late). */
export type DueState = "up" | "low" | "half" | "gone";

const SUN: Record<DueState, ReactNode> = {
  up: <circle className={styles.sun} cx="14" cy="6.5" r="6" />,
  low: <path className={styles.sun} d="M8.8 12A6 6 0 1 1 19.2 12z" />,
  half: <path className={styles.sun} d="M7 12a7 7 0 0 1 14 0z" />,
  gone: <path className={styles.gone} d="M9 17.5a5 5 0 0 0 10 0" />,
};

/** The reply date as a sun over the horizon, always with words. */
export function Due({ state, children }: { state: DueState; children: ReactNode }) {
  return (
    <span className={cx(styles.due, state === "gone" && styles.late)}>
      <Sunset state={state} />
      <span>{children}</span>
    </span>
  );
}

/** A promise with its details, such as who keeps it how often. */
export function Promised({ state, title, children }: { state: DueState; title: string; children?: ReactNode }) {
  return (
    <div className={cx(styles.promise, state === "gone" && styles.late)}>
      <Sunset state={state} big />
      <p>
        <b className={styles.title}>{title}</b>
        {children && <span className={styles.more}>{children}</span>}
      </p>
    </div>
  );
}

function Sunset({ state, big = false }: { state: DueState; big?: boolean }) {
  return (
    <svg viewBox="0 0 28 24" aria-hidden="true" className={cx(styles.sunset, big && styles.bigSun)}>
      {SUN[state]}
      <rect className={styles.ground} x="1" y="13" width="26" height="3" rx="1.5" />
    </svg>
  );
}
