import { LifeBuoy, X } from "lucide-react";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { leaveWithoutAsking } from "#/features/interview/browser/leaving.ts";
import type { Progress } from "#/features/interview/model/context.ts";
import type { InterviewView } from "#/features/interview/model/view.ts";
import { m } from "#/messages.gen/messages.js";
import { chooseLanguage } from "#/platform/language.ts";
import { keepLanguage } from "#/session/user.ts";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./InterviewShell.module.css";
import { NoticeLine, type NoticeShown } from "./NoticeLine.tsx";
import type { PreferencesProps } from "./PreferencesDialog.tsx";
import { isRecording } from "./RecordingStatus.tsx";
import type { ShellDialogsProps } from "./ShellDialogs.tsx";
import type { SignInAgainProps } from "./SignInAgain.tsx";
import { type Watched, WatchedBy } from "./WatchedBy.tsx";

/** Loaded with the room, but after its first screen. */
const ShellDialogs = lazy<ComponentType<ShellDialogsProps>>(() =>
  import("./ShellDialogs.tsx").then(
    ({ ShellDialogs }) => ({ default: ShellDialogs }),
    () => ({ default: () => null }),
  ),
);
/** Lazy-loaded on first use. */
const PreferencesDialog = lazy(async () => ({ default: (await import("./PreferencesDialog.tsx")).PreferencesDialog }));
const SignInAgain = lazy(async () => ({ default: (await import("./SignInAgain.tsx")).SignInAgain }));

export type ShellProps = {
  view: InterviewView;
  onEnd: () => void;
  /** The person turns to a dialog: nothing may continue behind it. */
  onDialog?: () => void;
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
  const { view, onEnd, onDialog, notice = null, onNoticeClose = () => {}, preferences, watched, help, signIn, children } = props;
  const [dialog, setDialog] = useState<"end" | "preferences" | "help" | null>(null);
  const close = () => setDialog(null);
  const open = (wanted: "end" | "help") => {
    onDialog?.();
    setDialog(wanted);
  };
  const canEnd = ENDS.has(view.at);
  return (
    <div data-scheme="stage" className={styles.stage}>
      {"progress" in view && (
        <div className={styles.bar}>
          <Steps progress={view.progress} />
          <div className={styles.status}>
            <Text as="span" size="small" strong className={styles.progress}>
              {formatProgress(view.progress)}
            </Text>
            <RecordingState on={isRecording(view)} />
            <div className={styles.ways}>
              {(preferences || help) && (
                <button type="button" onClick={() => open("help")} className={styles.way}>
                  <Icon as={LifeBuoy} size="s" />
                  {m.interview_help()}
                </button>
              )}
              {!UNSAVED.has(view.at) && <LanguageSwitch />}
              {canEnd && (
                <button type="button" aria-label={m.interview_end()} onClick={() => open("end")} className={cx(styles.way, styles.end)}>
                  <Icon as={X} />
                </button>
              )}
            </div>
          </div>
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
      {/* The screen of a saved answer says so itself. */}
      <NoticeLine shown={view.at === "saving" && notice?.notice === "response-saved" ? null : notice} onClose={onNoticeClose} />
      {children}
      <Suspense>
        <ShellDialogs
          dialog={dialog === "end" && !canEnd ? null : dialog}
          help={help}
          answering={view.at === "answering"}
          onPreferences={preferences && (() => setDialog("preferences"))}
          onClose={close}
          onEnd={onEnd}
        />
      </Suspense>
      <Suspense>{dialog === "preferences" && preferences && <PreferencesDialog {...preferences} onClose={close} />}</Suspense>
      <Suspense>{signIn?.isOpen && <SignInAgain {...signIn} />}</Suspense>
    </div>
  );
}

function formatProgress({ more, ...progress }: Progress): string {
  return more === undefined ? m.interview_progress(progress) : m.interview_progress_more({ ...progress, topic: more });
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
  return <span className={cx(styles.recording, on && styles.on)}>{on ? m.interview_recording() : m.interview_not_recording()}</span>;
}

/** Timeout for storing the choice on the server, in milliseconds. This browser remembers it in any case. */
const MAX_WAIT = 2_000;

/** Switches to the other language, named in that language. The page reloads and continues at the same question. */
function LanguageSwitch() {
  const other = m.ui_locale().startsWith("es") ? "en" : "es";
  const choose = async () => {
    leaveWithoutAsking();
    await Promise.race([keepLanguage(other), new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
    chooseLanguage(other);
  };
  return (
    <button type="button" lang={other} onClick={() => void choose()} className={styles.way}>
      {m.shell_other_language()}
    </button>
  );
}
