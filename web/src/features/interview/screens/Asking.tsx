import { RotateCcw } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Captions } from "./Captions.tsx";
import { EndInterview } from "./EndInterview.tsx";
import { Room } from "./Room.tsx";
import type { ScreenProps } from "./Screen.tsx";
import { Stage } from "./Stage.tsx";

/** The interviewer says who it is. */
export function Intro({ view, act, name }: ScreenProps<"intro">) {
  const { progress, caption, speaking, capture } = view;
  return (
    <Stage
      progress={progress}
      end={<EndInterview onEnd={() => act({ type: "END" })} />}
      dock={
        <Button full="phone" onClick={() => act({ type: "NEXT" })}>
          {m.interview_first_question()}
        </Button>
      }
    >
      <Room question={m.interview_hello({ name })} voice={speaking ? "speaking" : "idle"} capture={capture}>
        <Captions who={m.interview_says()}>{caption}</Captions>
      </Room>
    </Stage>
  );
}

/** The interviewer asks; the person may start to answer at any moment. */
export function Asking({ view, act }: ScreenProps<"asking">) {
  const { progress, question, caption, speaking, capture } = view;
  return (
    <Stage
      progress={progress}
      end={<EndInterview onEnd={() => act({ type: "END" })} />}
      dock={
        <>
          <Button full="phone" onClick={() => act({ type: "START_ANSWER" })}>
            {m.interview_start_answer()}
          </Button>
          <TextLink center icon={<Icon as={RotateCcw} size="s" />} onClick={() => act({ type: "ASK_AGAIN" })}>
            {m.interview_ask_again()}
          </TextLink>
        </>
      }
    >
      <Room question={question} voice={speaking ? "speaking" : "idle"} capture={capture}>
        <Captions who={m.interview_says()}>{caption}</Captions>
      </Room>
    </Stage>
  );
}
