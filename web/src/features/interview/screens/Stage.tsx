import type { ReactNode } from "react";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import type { Act } from "../model/base.ts";
import type { InterviewView } from "../model/view.ts";
import styles from "./Stage.module.css";

export type Send = (act: Act) => void;

/** Props of every interview screen besides its view. */
export type ScreenContext = {
  act: Send;
  /** The person's first name. */
  name: string;
  /** Allows the page to play speech; must be called in a tap. */
  unlock: () => void;
};

export type ScreenProps<At extends InterviewView["at"]> = ScreenContext & { view: Extract<InterviewView, { at: At }> };

type StageProps = {
  /** One filled button and at most one link. */
  dock: ReactNode;
  children: ReactNode;
};

/** A screen's content and its main actions, below the bar of the `InterviewShell`. */
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
