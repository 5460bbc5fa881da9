import { Keyboard, Mic, RotateCcw } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import type { Act } from "../model/base.ts";
import type { AnsweringView } from "../model/view.ts";
import { AnswerText } from "./AnswerText.tsx";
import { Captions } from "./Captions.tsx";
import { Clock } from "./Clock.tsx";
import { MicLevel } from "./MicLevel.tsx";
import { Room } from "./Room.tsx";
import { type ScreenProps, type Send, Stage } from "./Stage.tsx";

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
      {view.at === "answering" && view.mode === "spoken" && (
        <TextLink center icon={<Icon as={Keyboard} size="s" />} onClick={() => act({ type: "TYPE_INSTEAD" })}>
          {m.interview_type_instead()}
        </TextLink>
      )}
      {view.at === "answering" && view.mode === "typed" && view.canSpeak && (
        <TextLink center icon={<Icon as={Mic} size="s" />} onClick={() => act({ type: "SPEAK_INSTEAD" })}>
          {m.interview_speak_instead()}
        </TextLink>
      )}
    </>
  );
}

type MainAct = Extract<Act["type"], "NEXT" | "START_ANSWER" | "COMPLETE_ANSWER">;

function mainAct(view: TalkProps["view"]): { label: string; does: MainAct } {
  switch (view.at) {
    case "intro":
      return { label: m.interview_first_question(), does: "NEXT" };
    case "asking":
      return { label: view.begun ? m.interview_continue_answer() : m.interview_start_answer(), does: "START_ANSWER" };
    case "answering":
      return { label: m.interview_complete_answer(), does: "COMPLETE_ANSWER" };
  }
}

/** The answer so far: recognized speech, or the text being typed. */
function Words({ view, act }: { view: AnsweringView; act: Send }) {
  const { mode, text, guess, toBeHeard } = view;
  if (mode === "spoken") {
    return (
      <Captions who={m.interview_you()} tail>
        {text || guess ? `${text} ${guess}` : toBeHeard ? m.interview_heard_later() : m.interview_listening()}
      </Captions>
    );
  }
  return <AnswerText label={m.interview_your_answer()} hint={hintFor(view)} text={text} onChange={(edited) => act({ type: "EDIT", text: edited })} />;
}

function hintFor({ speechUnavailable, recording, recorded, toBeHeard }: AnsweringView): string {
  if (recorded && !recording) return m.interview_recording_stopped();
  return recording && speechUnavailable && !toBeHeard ? m.interview_speech_unavailable() : m.interview_your_answer_hint();
}
