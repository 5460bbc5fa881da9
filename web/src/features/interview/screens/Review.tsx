import { Check, Mic, PenLine } from "lucide-react";
import { useState } from "react";
import { formatReadyTime } from "#/format/readyTime.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { HeardText } from "#/ui/HeardText/HeardText.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import type { SaidView } from "../model/view.ts";
import { AnswerText } from "./AnswerText.tsx";
import styles from "./Review.module.css";
import { type ScreenProps, type Send, Stage } from "./Stage.tsx";

/** The final review: the last chance to correct any answer. */
export function Review({ view, act }: ScreenProps<"reviewing">) {
  const { said, finishing } = view;
  return (
    <Stage
      dock={
        <Button full="phone" busy={finishing} onClick={() => act({ type: "FINISH" })}>
          {m.interview_end()}
        </Button>
      }
    >
      <Stack gap="m">
        <Heading level={1} autoFocus>
          {m.interview_review_title()}
        </Heading>
        <Text size="lead" quiet>
          {m.interview_review_text()}
        </Text>
        <Text strong>{m.interview_review_unsent()}</Text>
        <div className={styles.list}>
          {said.map((one) => (
            <Said key={one.order} said={one} act={act} />
          ))}
        </div>
      </Stack>
    </Stage>
  );
}

function Said({ said, act }: { said: SaidView; act: Send }) {
  const [changing, setChanging] = useState(false);
  const done = () => {
    act({ type: "KEEP" });
    setChanging(false);
  };
  return (
    <Card as="section">
      <div className={styles.said}>
        <Heading level={2} size={3}>
          {said.question}
        </Heading>
        {changing ? (
          <div onBlur={() => act({ type: "KEEP" })}>
            <AnswerText
              label={m.interview_your_answer()}
              hint={m.interview_check_words_hint()}
              text={said.text}
              onChange={(text) => act({ type: "CORRECT", order: said.order, text })}
            />
          </div>
        ) : (
          <SaidText said={said} act={act} />
        )}
        {changing ? (
          <TextLink icon={<Icon as={Check} size="s" />} onClick={done}>
            {m.interview_review_done()}
          </TextLink>
        ) : said.state === "silent" ? (
          <Silent said={said} act={act} onType={() => setChanging(true)} />
        ) : (
          <TextLink icon={<Icon as={PenLine} size="s" />} onClick={() => setChanging(true)}>
            {said.text === "" ? m.interview_review_type() : m.interview_review_change()}
          </TextLink>
        )}
      </div>
    </Card>
  );
}

/** What to do about an answer in which nobody was heard. */
function Silent({ said: { order, question }, act, onType }: { said: SaidView; act: Send; onType: () => void }) {
  return (
    <Row wrap>
      <Button variant="second" size="small" aria-label={m.interview_review_again_of({ question })} onClick={() => act({ type: "ANSWER_AGAIN", order })}>
        <Icon as={Mic} size="s" />
        {m.interview_review_again()}
      </Button>
      <Button variant="second" size="small" aria-label={m.interview_review_type_of({ question })} onClick={onType}>
        <Icon as={PenLine} size="s" />
        {m.interview_review_type()}
      </Button>
    </Row>
  );
}

/** The text with what the person should know about it. */
function SaidText({ said, act }: { said: SaidView; act: Send }) {
  const { order, question, text, state, delay, passages, language } = said;
  return (
    <>
      <div role="status">
        {state === "awaited" && <Text quiet>{formatAwaited(delay)}</Text>}
        {state === "silent" && <Text strong>{m.interview_review_silent()}</Text>}
        {state === "missing" && <Text quiet>{m.interview_review_no_words()}</Text>}
      </div>
      {text !== "" && (
        <HeardText
          text={text}
          passages={passages}
          doubt={state === "doubtful" || state === "unclear" ? state : null}
          language={language}
          question={question}
          onConfirm={() => act({ type: "CONFIRM", order })}
        />
      )}
    </>
  );
}

function formatAwaited(delay: SaidView["delay"]): string {
  if (!delay) return m.interview_review_awaited();
  return delay.expectedAt ? m.interview_review_until({ time: formatReadyTime(delay.expectedAt) }) : m.interview_review_late();
}
