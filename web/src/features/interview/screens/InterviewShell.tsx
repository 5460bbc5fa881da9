import { LifeBuoy, SlidersHorizontal, UserRound, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import type { InterviewView, Progress } from "../model/view.ts";
import { EndDialog } from "./EndDialog.tsx";
import styles from "./InterviewShell.module.css";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { NoticeLine, type NoticeShown } from "./NoticeLine.tsx";
import type { PreferencesProps } from "./PreferencesDialog.tsx";
import { isRecording } from "./RecordingStatus.tsx";
import type { SignInAgainProps } from "./SignInAgain.tsx";
import { type Watched, WatchedBy } from "./WatchedBy.tsx";

/** Lazy-loaded on first use. */
const PreferencesDialog = lazy(async () => ({ default: (await import("./PreferencesDialog.tsx")).PreferencesDialog }));
const SignInAgain = lazy(async () => ({ default: (await import("./SignInAgain.tsx")).SignInAgain }));

export type ShellProps = {
  view: InterviewView;
  onEnd: () => void;
  notice?: NoticeShown | null;
  onNoticeClose?: () => void;
  preferences?: PreferencesProps;
  watched?: Watched;
  /** Ways to ask for a person or for another way to do the interview; the answer in progress is not touched. */
  help?: { onPerson: () => void; onAsk: () => void };
  /** Present when the session has ended: the dialog is open, or was postponed and can be reopened. */
  signIn?: (SignInAgainProps & { isOpen: boolean; onOpen: () => void }) | undefined;
  children: ReactNode;
};

/**
 * The dark stage around all screens of the interview: progress, recording state, notices and dialogs. It stays mounted
 * while the screens change, so an open dialog and the focus in it survive a change of state.
 */
export function InterviewShell(props: ShellProps) {
  const { view, onEnd, notice = null, onNoticeClose = () => {}, preferences, watched, help, signIn, children } = props;
  const [dialog, setDialog] = useState<"end" | "preferences" | "help" | null>(null);
  const close = () => setDialog(null);
  const canEnd = ENDS.has(view.at);
  // During an answer, one button instead of three: they distract, and the answer goes on while the dialog is open.
  const asksForHelp = view.at === "answering" && (preferences !== undefined || help !== undefined);
  return (
    <div data-scheme="stage" className={styles.stage}>
      {"progress" in view && (
        <div className={styles.bar}>
          <Steps progress={view.progress} />
          <div className={styles.status}>
            <Text as="span" size="small" strong>
              {formatProgress(view.progress)}
            </Text>
            <RecordingState on={isRecording(view)} />
            <div className={styles.ways}>
              {asksForHelp && <HelpButton onClick={() => setDialog("help")} />}
              {preferences && !asksForHelp && (
                <button type="button" onClick={() => setDialog("preferences")} className={styles.way}>
                  <Icon as={SlidersHorizontal} size="s" />
                  {m.interview_preferences()}
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
          {help && !asksForHelp && (
            <div className={styles.help}>
              <button type="button" onClick={help.onPerson} className={styles.way}>
                <Icon as={UserRound} size="s" />
                {m.accommodation_person_now()}
              </button>
              <button type="button" onClick={help.onAsk} className={styles.way}>{m.accommodation_open()}</button>
            </div>
          )}
          <WatchedBy watched={watched} />
        </div>
      )}
      {signIn && !signIn.isOpen && (
        <div className={styles.notices}>
          <div className={cx(styles.notice, styles.danger)}>
            <p className={styles.words}>{m.interview_again_needed()}</p>
            <button type="button" onClick={signIn.onOpen} className={cx(styles.way, styles.signIn)}>
              {m.interview_again_submit()}
            </button>
          </div>
        </div>
      )}
      <NoticeLine shown={notice} onClose={onNoticeClose} />
      {children}
      <EndDialog open={dialog === "end" && canEnd} onClose={close} onEnd={onEnd} />
      {dialog === "help" && (
        <HelpDialog help={help} onPreferences={preferences && (() => setDialog("preferences"))} onClose={close} />
      )}
      <Suspense>{dialog === "preferences" && preferences && <PreferencesDialog {...preferences} onClose={close} />}</Suspense>
      <Suspense>{signIn?.isOpen && <SignInAgain {...signIn} />}</Suspense>
    </div>
  );
}

function HelpButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={styles.way}>
      <Icon as={LifeBuoy} size="s" />
      {m.interview_help()}
    </button>
  );
}

interface HelpProps {
  help: ShellProps["help"];
  onPreferences: (() => void) | undefined;
  onClose: () => void;
}

function HelpDialog({ help, onPreferences, onClose }: HelpProps) {
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog open onClose={onClose} title={m.interview_help()} text={m.interview_help_text()}>
      {onPreferences && <Button variant="second" full onClick={onPreferences}>{m.interview_preferences()}</Button>}
      {help && <Button variant="second" full onClick={then(help.onPerson)}>{m.accommodation_person_now()}</Button>}
      {help && <Button variant="second" full onClick={then(help.onAsk)}>{m.accommodation_open()}</Button>}
    </Dialog>
  );
}

function formatProgress({ more, ...progress }: Progress): string {
  return more === undefined ? m.interview_progress(progress) : m.interview_progress_more({ ...progress, topic: more.charAt(0).toLowerCase() + more.slice(1) });
}

/** States in which the interview can be ended early. */
const ENDS = new Set<InterviewView["at"]>(["intro", "asking", "answering", "checking", "saving"]);

/** States with an unsaved answer: changing the language reloads the page and would lose it. */
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

/** Always as text, never only a dot. `RecordingStatus` announces the change. */
function RecordingState({ on }: { on: boolean }) {
  return (
    <span className={cx(styles.recording, on && styles.on)}>
      {on ? m.interview_recording() : m.interview_not_recording()}
    </span>
  );
}
