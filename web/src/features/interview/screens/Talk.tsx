import { Keyboard, Mic, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Act } from "#/features/interview/model/base.ts";
import type { Capture } from "#/features/interview/model/ports.ts";
import type { AnsweringView } from "#/features/interview/model/view.ts";
import { m } from "#/messages.gen/messages.js";
import { useElapsed } from "#/platform/clock.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Timer } from "#/ui/Timer/Timer.tsx";
import { Voice } from "#/ui/Voice/Voice.tsx";
import { AnswerText } from "./AnswerText.tsx";
import { Captions } from "./Captions.tsx";
import { MicLevel } from "./MicLevel.tsx";
import { SelfView } from "./SelfView.tsx";
import { type ScreenProps, type Send, Stage } from "./Stage.tsx";
import styles from "./Talk.module.css";

type TalkProps = ScreenProps<"intro" | "asking" | "answering">;

/**
 * The introduction, the question and the answer, in one room: the heading, the picture and the focus stay when one
 * becomes the next, so a screen reader does not read the question into the recording.
 */
export function Talk({ view, act, name }: TalkProps) {
  const { capture } = view;
  const answering = view.at === "answering" ? view : null;
  const speaking = view.at !== "answering" && view.speaking;
  return (
    <Stage dock={<TalkDock view={view} act={act} />}>
      <Room
        question={view.at === "intro" ? m.interview_hello({ name }) : view.question}
        voice={answering ? "listening" : speaking ? "speaking" : "idle"}
        capture={capture}
        answering={answering !== null}
        clock={answering?.clock && <Clock {...answering.clock} />}
        meter={answering?.recording && capture && <MicLevel capture={capture} />}
        compact={answering?.mode === "typed"}
      >
        {view.at === "answering" ? (
          <>
            <div aria-live="polite">{view.nudged && <Text strong>{m.interview_nudge()}</Text>}</div>
            <Words view={view} act={act} />
          </>
        ) : (
          <Captions who={m.interview_says()}>{view.caption}</Captions>
        )}
      </Room>
    </Stage>
  );
}

/** One main button for all three, which keeps the focus. */
function TalkDock({ view, act }: Pick<TalkProps, "view" | "act">) {
  const { label, does } = mainAct(view);
  return (
    <>
      <Button full="phone" onClick={() => act({ type: does })}>
        {label}
      </Button>
      {view.at === "asking" && (
        <TextLink center icon={<Icon as={RotateCcw} size="s" />} onClick={() => act({ type: "ASK_AGAIN" })}>
          {m.interview_ask_again()}
        </TextLink>
      )}
      {view.at === "answering" && (view.mode === "spoken" || view.canSpeak) && <OtherMode typed={view.mode === "typed"} act={act} />}
    </>
  );
}

/** Types instead of speaking, or the other way around: one button, which keeps the focus until the text field takes it. */
function OtherMode({ typed, act }: { typed: boolean; act: Send }) {
  return (
    <TextLink center icon={<Icon as={typed ? Mic : Keyboard} size="s" />} onClick={() => act({ type: typed ? "SPEAK_INSTEAD" : "TYPE_INSTEAD" })}>
      {typed ? m.interview_speak_instead() : m.interview_type_instead()}
    </TextLink>
  );
}

type MainAct = Extract<Act["type"], "NEXT" | "START_ANSWER" | "COMPLETE_ANSWER">;

function mainAct(view: TalkProps["view"]): { label: string; does: MainAct } {
  switch (view.at) {
    case "intro":
      return { label: view.rejoined ? m.interview_next() : m.interview_first_question(), does: "NEXT" };
    case "asking":
      return { label: view.begun ? m.interview_continue_answer() : m.interview_start_answer(), does: "START_ANSWER" };
    case "answering":
      return { label: m.interview_complete_answer(), does: "COMPLETE_ANSWER" };
  }
}

/** The answer so far: recognized speech, or the text being typed. */
function Words({ view, act }: { view: AnsweringView; act: Send }) {
  const { mode, text, guess, toBeHeard } = view;
  const [begun] = useState(mode);
  if (mode === "spoken") {
    return (
      <Captions who={m.interview_you()} tail>
        {text || guess ? `${text} ${guess}` : toBeHeard ? m.interview_heard_later() : m.interview_listening()}
      </Captions>
    );
  }
  return (
    <AnswerText
      label={m.interview_your_answer()}
      hint={hintFor(view)}
      text={text}
      onChange={(edited) => act({ type: "EDIT", text: edited })}
      takesFocus={begun === "spoken"}
    />
  );
}

function hintFor({ speechUnavailable, recording, recorded, toBeHeard }: AnsweringView): string {
  if (recorded && !recording) return m.interview_recording_stopped();
  return recording && speechUnavailable && !toBeHeard ? m.interview_speech_unavailable() : m.interview_your_answer_hint();
}

type ClockProps = {
  /** Start of the answer, on the clock of `performance.now()`. */
  startedAt: number;
  /** How long an answer usually takes, in seconds. */
  expected: number;
};

/** Elapsed time of the answer. Only this component re-renders every second. */
function Clock({ startedAt, expected }: ClockProps) {
  const elapsed = useElapsed(1_000, startedAt);
  return (
    <>
      <Timer seconds={Math.round(elapsed / 1_000)} />
      <Text size="small" quiet>
        {enough(expected)}
        <br />
        {m.interview_longer()}
      </Text>
    </>
  );
}

function enough(seconds: number): string {
  if (seconds < 60) return m.interview_enough_seconds({ seconds });
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? m.interview_enough_one() : m.interview_enough_many({ minutes });
}

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
function Room({ question, voice, capture, answering, clock, meter, compact = false, children }: RoomProps) {
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
