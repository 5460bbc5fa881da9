import { Keyboard, RotateCcw } from "lucide-react";
import { useState } from "react";
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
import { type ScreenProps, type Send, Stage } from "./Stage.tsx";

/**
 * The answer's text, for the person to correct before it is sent. If the server transcribes the answer, there is nothing
 * to correct yet, and a text field only on request.
 */
export function Checking({ view, act }: ScreenProps<"checking">) {
  const { question, text, recorded } = view;
  const [typing, setTyping] = useState(false);
  const savesSoon = view.settling || view.savesItself;
  const heardLater = view.toBeHeard && (view.mode === "spoken" || view.started !== "words");
  const { title, hint } = heardLater ? { title: m.interview_check_heard_later(), hint: m.interview_check_heard_later_typed() } : wording(view);
  return (
    <Stage dock={<CheckingDock view={view} act={act} />}>
      <Stack gap="m" onFocus={(event) => savesSoon && event.target.tagName === "TEXTAREA" && act({ type: "WAIT" })}>
        <Heading level={1} autoFocus>
          {title}
        </Heading>
        <Text quiet>{question}</Text>
        {heardLater && !typing ? (
          <Text>{m.interview_check_heard_later_hint()}</Text>
        ) : (
          <AnswerText
            label={m.interview_your_answer()}
            hint={hint}
            text={text}
            onChange={(edited) => act({ type: "EDIT", text: edited })}
            takesFocus={typing}
          />
        )}
        {heardLater && !typing && !view.settling && (
          <TextLink
            icon={<Icon as={Keyboard} size="s" />}
            onClick={() => {
              if (savesSoon) act({ type: "WAIT" });
              setTyping(true);
            }}
          >
            {m.interview_type_instead()}
          </TextLink>
        )}
        <div>
          <div role="status">{view.savesItself && <Text quiet>{m.interview_saves_itself()}</Text>}</div>
          {!view.settling && <OtherWays view={view} act={act} recorded={recorded} />}
        </div>
      </Stack>
    </Stage>
  );
}

function CheckingDock({ view: { canSave, toBeHeard, settling, recorded }, act }: { view: CheckingView; act: Send }) {
  const save = canSave ? "SAVE" : "SAVE_WITHOUT_WORDS";
  const off = !settling && !canSave && !toBeHeard;
  if (off && recorded) {
    return (
      <Button full="phone" onClick={() => act({ type: "SAVE_WITHOUT_WORDS" })}>
        {m.interview_save_without_words()}
      </Button>
    );
  }
  return (
    <Button full="phone" busy={settling} disabled={off} onClick={() => act({ type: save })}>
      {m.interview_save()}
    </Button>
  );
}

function OtherWays({ view, act, recorded }: { view: CheckingView; act: Send; recorded: boolean }) {
  return (
    <Row wrap spread>
      {view.savesItself && (
        <TextLink
          onClick={() => {
            act({ type: "WAIT" });
            document.querySelector("h1")?.focus(); // This button is gone now.
          }}
        >
          {m.accommodation_more_time()}
        </TextLink>
      )}
      {recorded && view.canRetake && (
        <TextLink icon={<Icon as={RotateCcw} size="s" />} onClick={() => act({ type: "RECORD_AGAIN" })}>
          {m.interview_again()}
        </TextLink>
      )}
      {!view.canSave && !view.toBeHeard && !recorded && <TextLink onClick={() => act({ type: "SAVE_WITHOUT_WORDS" })}>{m.interview_skip()}</TextLink>}
    </Row>
  );
}

function wording({ started, recorded, mode }: CheckingView): { title: string; hint: string } {
  if (started !== "words") {
    const hint = recorded ? m.interview_check_no_words_recorded() : m.interview_check_no_words_typed();
    return { title: started === "silent" ? m.interview_review_silent() : m.interview_check_no_words(), hint };
  }
  const title = mode === "spoken" ? m.interview_check_words() : m.interview_check_words_typed();
  return { title, hint: m.interview_check_words_hint() };
}
