import type { ReactNode } from "react";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import styles from "./Stage.module.css";

type StageProps = {
  /** One filled button and at most one link. */
  dock: ReactNode;
  children: ReactNode;
};

/** What happens, and what to do, below the bar of the {@link InterviewShell}. */
export function Stage({ dock, children }: StageProps) {
  return (
    <>
      <div className={styles.main}>{children}</div>
      <BottomBar wide>
        <div className={styles.dock}>{dock}</div>
      </BottomBar>
    </>
  );
}
