import { RotateCcw } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import type { CheckingView } from "../model/view.ts";
import { AnswerText } from "./AnswerText.tsx";
import { EndInterview } from "./EndInterview.tsx";
import type { ScreenProps, Send } from "./Screen.tsx";
import { Stage } from "./Stage.tsx";

/** The words of the answer, for the person to put right before anybody reads them. */
export function Checking({ view, act }: ScreenProps<"checking">) {
  const { progress, question, text, recorded, canSave, toBeHeard } = view;
  const { title, hint } = wording(view);
  const save = canSave ? "SAVE" : "SAVE_WITHOUT_WORDS";
  return (
    <Stage
      progress={progress}
      end={<EndInterview onEnd={() => act({ type: "END" })} />}
      dock={
        <Button full="phone" disabled={!canSave && !toBeHeard} onClick={() => act({ type: save })}>
          {m.interview_save()}
        </Button>
      }
    >
      <Stack gap="m">
        <Heading level={1} autoFocus>
          {title}
        </Heading>
        <Text quiet>{question}</Text>
        <AnswerText
          label={m.interview_your_answer()}
          hint={hint}
          text={text}
          onChange={(edited) => act({ type: "EDIT", text: edited })}
        />
        <OtherWays view={view} act={act} recorded={recorded} />
      </Stack>
    </Stage>
  );
}

function OtherWays({ view, act, recorded }: { view: CheckingView; act: Send; recorded: boolean }) {
  return (
    <Row wrap spread>
      {recorded && view.canRetake && (
        <TextLink icon={<Icon as={RotateCcw} size="s" />} onClick={() => act({ type: "RECORD_AGAIN" })}>
          {m.interview_again()}
        </TextLink>
      )}
      {!view.canSave && !view.toBeHeard && (
        <TextLink onClick={() => act({ type: "SAVE_WITHOUT_WORDS" })}>
          {recorded ? m.interview_save_without_words() : m.interview_skip()}
        </TextLink>
      )}
    </Row>
  );
}

function wording({ started, recorded, mode, toBeHeard }: CheckingView): { title: string; hint: string } {
  if (started === "empty" && toBeHeard) {
    return { title: m.interview_check_heard_later(), hint: m.interview_check_heard_later_hint() };
  }
  if (started === "empty") {
    const hint = recorded ? m.interview_check_no_words_recorded() : m.interview_check_no_words_typed();
    return { title: m.interview_check_no_words(), hint };
  }
  const title = mode === "spoken" ? m.interview_check_words() : m.interview_check_words_typed();
  return { title, hint: m.interview_check_words_hint() };
}
