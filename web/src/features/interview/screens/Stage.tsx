import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Dock } from "#/ui/Dock/Dock.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import type { Progress } from "../model/view.ts";
import { ComfortButton } from "./ComfortButton.tsx";
import styles from "./Stage.module.css";
import { WatchedBy } from "./WatchedBy.tsx";

type StageProps = {
  progress: Progress;
  recording?: boolean;
  /** The way out, beside the progress. */
  end?: ReactNode;
  /** One filled button and at most one link. */
  dock: ReactNode;
  children: ReactNode;
};

/** The dark screen of the interview: how far it is and whether it records, what happens, what to do. */
export function Stage({ progress, recording = false, end, dock, children }: StageProps) {
  return (
    <div data-scheme="stage" className={styles.stage}>
      <div className={styles.bar}>
        <ol aria-hidden="true" className={styles.steps}>
          {Array.from({ length: progress.total }, (_, index) => (
            <li key={index} className={cx(styles.step, styles[stepState(index + 1, progress.current)])} />
          ))}
        </ol>
        <Row spread className={styles.status}>
          <Text as="span" size="small" strong>
            {m.interview_progress(progress)}
          </Text>
          <RecordingWord on={recording} />
          <span className={styles.ways}>
            <ComfortButton />
            {end}
          </span>
        </Row>
        <WatchedBy />
      </div>
      <div className={styles.main}>{children}</div>
      <Dock wide>
        <div className={styles.dock}>{dock}</div>
      </Dock>
    </div>
  );
}

function stepState(step: number, current: number): "done" | "now" | "open" {
  if (step === current) return "now";
  return step < current ? "done" : "open";
}

/** Always a word, never only a dot. It comes anew with every screen: `RecordingSaid` reads out when it changes. */
function RecordingWord({ on }: { on: boolean }) {
  return (
    <span className={cx(styles.recording, on && styles.on)}>
      {on ? m.interview_recording() : m.interview_not_recording()}
    </span>
  );
}
