import type { CSSProperties } from "react";
import styles from "./Meter.module.css";

type MeterProps = {
  /** Progress, 0 to 1. */
  value: number;
  /** The accessible name. */
  label: string;
};

/** A progress bar. */
export function Meter({ value, label }: MeterProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <div role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(share * 100)} className={styles.meter}>
      <i className={styles.fill} style={{ "--share": share } as CSSProperties} />
    </div>
  );
}
