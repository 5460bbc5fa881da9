import type { ReactNode } from "react";
import styles from "./VisuallyHidden.module.css";

/** Text for screen readers only. With the role `status`, changes are announced. */
export function VisuallyHidden({ role, children }: { role?: "status"; children: ReactNode }) {
  return (
    <span role={role} className={styles.hidden}>
      {children}
    </span>
  );
}
