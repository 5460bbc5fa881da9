import { SlidersHorizontal, X } from "lucide-react";
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import type { InterviewPreferences } from "../model/ports.ts";
import type { InterviewView, Progress } from "../model/view.ts";
import { EndDialog } from "./EndDialog.tsx";
import styles from "./InterviewShell.module.css";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { NoticeLine, type NoticeShown } from "./NoticeLine.tsx";
import { isRecording } from "./RecordingSaid.tsx";
import { WatchedBy } from "./WatchedBy.tsx";

/** Loaded when it is opened. */
const ComfortDialog = lazy(async () => ({ default: (await import("./PreferencesDialog.tsx")).PreferencesDialog }));

export type Comforts = { comfort: InterviewPreferences; adjust: (comfort: InterviewPreferences) => void };

/** What makes the interview easier; null outside of one. */
export const ComfortsContext = createContext<Comforts | null>(null);

export type ShellProps = {
  view: InterviewView;
  onEnd: () => void;
  notice: NoticeShown | null;
  onNoticeClose: () => void;
  /** Asks for a new sign-in that was put off. */
  onSignIn?: (() => void) | undefined;
  children: ReactNode;
};

/**
 * The dark stage around all screens of the interview: how far it is, whether it records, the dialogs, and what
 * happened. It stays while the screens change, so that an open dialog and the focus in it stay too.
 */
export function InterviewShell({ view, onEnd, notice, onNoticeClose, onSignIn, children }: ShellProps) {
  const comforts = useContext(ComfortsContext);
  const [dialog, setDialog] = useState<"end" | "comfort" | null>(null);
  const close = () => setDialog(null);
  const canEnd = ENDS.has(view.at);
  return (
    <div data-scheme="stage" className={styles.stage}>
      {"progress" in view && (
        <div className={styles.bar}>
          <Steps progress={view.progress} />
          <div className={styles.status}>
            <Text as="span" size="small" strong>
              {m.interview_progress(view.progress)}
            </Text>
            <RecordingWord on={isRecording(view)} />
            <div className={styles.ways}>
              {comforts && (
                <button type="button" onClick={() => setDialog("comfort")} className={styles.way}>
                  <Icon as={SlidersHorizontal} size="s" />
                  {m.interview_comfort()}
                </button>
              )}
              {!UNSAVED.has(view.at) && <LanguageSwitch />}
              {canEnd && (
                <button
                  type="button"
                  aria-label={m.interview_end()}
                  onClick={() => setDialog("end")}
                  className={cx(styles.way, styles.end)}
                >
                  <Icon as={X} />
                </button>
              )}
            </div>
          </div>
          <WatchedBy />
        </div>
      )}
      {onSignIn && (
        <div className={styles.notices}>
          <div className={cx(styles.notice, styles.danger)}>
            <p className={styles.words}>{m.interview_again_needed()}</p>
            <button type="button" onClick={onSignIn} className={cx(styles.way, styles.signIn)}>
              {m.interview_again_submit()}
            </button>
          </div>
        </div>
      )}
      <NoticeLine shown={notice} onClose={onNoticeClose} />
      {children}
      <EndDialog open={dialog === "end" && canEnd} onClose={close} onEnd={onEnd} />
      <Suspense>{dialog === "comfort" && comforts && <ComfortDialog {...comforts} onClose={close} />}</Suspense>
    </div>
  );
}

/** Where the interview can be ended early. */
const ENDS = new Set<InterviewView["at"]>(["intro", "asking", "answering", "checking", "saving"]);

/** Where words are being given: the other language loads the page again, which would break that off. */
const UNSAVED = new Set<InterviewView["at"]>(["answering", "checking", "reviewing"]);

function Steps({ progress }: { progress: Progress }) {
  return (
    <ol aria-hidden="true" className={styles.steps}>
      {Array.from({ length: progress.total }, (_, index) => (
        <li key={index} className={cx(styles.step, styles[stepState(index + 1, progress.current)])} />
      ))}
    </ol>
  );
}

function stepState(step: number, current: number): "done" | "now" | "open" {
  if (step === current) return "now";
  return step < current ? "done" : "open";
}

/** Always a word, never only a dot. `RecordingSaid` announces the change. */
function RecordingWord({ on }: { on: boolean }) {
  return (
    <span className={cx(styles.recording, on && styles.on)}>
      {on ? m.interview_recording() : m.interview_not_recording()}
    </span>
  );
}
