import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Voice } from "#/ui/Voice/Voice.tsx";
import type { Capture } from "../model/ports.ts";
import { SelfView } from "./SelfView.tsx";
import styles from "./Room.module.css";

type RoomProps = {
  question: string;
  voice: "speaking" | "listening" | "idle";
  capture: Capture | null;
  /** Whether the person is answering: the self-view and the time need space. */
  answering: boolean;
  /** Next to the self-view: the time. */
  clock?: ReactNode;
  /** The microphone level while recording. */
  meter?: ReactNode;
  /** Reserves space for a text field. */
  compact?: boolean;
  children: ReactNode;
};

/** Characters above which a question uses smaller type on small screens, to leave room for the answer. */
const LONG = 110;

/** Interviewer, question and self-view. The question keeps its place while asking becomes answering. */
export function Room({ question, voice, capture, answering, clock, meter, compact = false, children }: RoomProps) {
  return (
    <div className={cx(styles.room, compact && styles.compact, Boolean(meter) && styles.metered, question.length > LONG && styles.long)}>
      <Heading level={1} key={question} autoFocus className={styles.question}>
        {question}
      </Heading>
      <div className={cx(styles.middle, answering && styles.answering)}>
        <div className={styles.voice}>
          <Voice state={voice} />
        </div>
        {clock && <div className={styles.clock}>{clock}</div>}
        {capture && <SelfView capture={capture} className={styles.self} />}
      </div>
      {meter && <div className={styles.meter}>{meter}</div>}
      <div className={styles.words}>{children}</div>
    </div>
  );
}
