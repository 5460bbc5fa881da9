import type { ReactNode } from "react";
import styles from "./VisuallyHidden.module.css";

/** Words for those who hear the page. With the role `status` they are read out when they change. */
export function VisuallyHidden({ role, children }: { role?: "status"; children: ReactNode }) {
  return (
    <span role={role} className={styles.hidden}>
      {children}
    </span>
  );
}
