import { Keyboard, Mic } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import type { AnsweringView } from "../model/view.ts";
import { AnswerText } from "./AnswerText.tsx";
import { Captions } from "./Captions.tsx";
import { Clock } from "./Clock.tsx";
import { EndInterview } from "./EndInterview.tsx";
import { MicLevel } from "./MicLevel.tsx";
import { Room } from "./Room.tsx";
import type { Send, ScreenProps } from "./Screen.tsx";
import { Stage } from "./Stage.tsx";

/** The person answers, speaking or typing, until they press the button. */
export function Answering({ view, act }: ScreenProps<"answering">) {
  const { progress, question, expected, mode, recording, stopping, nudged, capture } = view;
  return (
    <Stage
      progress={progress}
      recording={recording}
      end={<EndInterview onEnd={() => act({ type: "END" })} />}
      dock={<AnswerDock view={view} act={act} />}
    >
      <Room
        question={question}
        voice="listening"
        capture={capture}
        clock={<Clock expected={expected} running={!stopping} />}
        meter={capture && recording && <MicLevel capture={capture} />}
        compact={mode === "typed"}
      >
        <div aria-live="polite">{nudged && !stopping && <Text strong>{m.interview_nudge()}</Text>}</div>
        <Words view={view} act={act} />
      </Room>
    </Stage>
  );
}

function AnswerDock({ view, act }: { view: AnsweringView; act: Send }) {
  const { mode, stopping, canSpeak } = view;
  return (
    <>
      <Button full="phone" busy={stopping} onClick={() => act({ type: "COMPLETE_ANSWER" })}>
        {m.interview_complete_answer()}
      </Button>
      {mode === "spoken" && (
        <TextLink
          center
          disabled={stopping}
          icon={<Icon as={Keyboard} size="s" />}
          onClick={() => act({ type: "TYPE_INSTEAD" })}
        >
          {m.interview_type_instead()}
        </TextLink>
      )}
      {mode === "typed" && canSpeak && (
        <TextLink
          center
          disabled={stopping}
          icon={<Icon as={Mic} size="s" />}
          onClick={() => act({ type: "SPEAK_INSTEAD" })}
        >
          {m.interview_speak_instead()}
        </TextLink>
      )}
    </>
  );
}

/** The words so far: as they are recognised, or as they are typed. */
function Words({ view, act }: { view: AnsweringView; act: Send }) {
  const { mode, text, guess, deaf } = view;
  if (mode === "spoken") {
    return (
      <Captions who={m.interview_you()} tail>
        {text || guess ? `${text} ${guess}` : deaf ? m.interview_heard_later() : m.interview_listening()}
      </Captions>
    );
  }
  return (
    <AnswerText
      label={m.interview_your_answer()}
      hint={hintFor(view)}
      text={text}
      onChange={(edited) => act({ type: "EDIT", text: edited })}
    />
  );
}

function hintFor({ deaf, recording, recorded }: AnsweringView): string {
  if (recorded && !recording) return m.interview_recording_stopped();
  return recording && deaf ? m.interview_deaf() : m.interview_your_answer_hint();
}
