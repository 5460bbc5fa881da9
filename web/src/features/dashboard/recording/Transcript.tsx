import { Play } from "lucide-react";
import type { InterviewRecord } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { AnswerWords } from "../AnswerWords.tsx";
import { isPlayable, type Said } from "./playlist.ts";
import styles from "./Transcript.module.css";

interface TranscriptProps {
  /** Of the interview. */
  id: string;
  all: Said[];
  delay: InterviewRecord["writingDelay"];
  /** The answer in the player. */
  current?: number;
  onPlay?: (order: number) => void;
}

/** Every answer with its question, as the text that is scored. */
export function Transcript({ id, all, delay, current, onPlay }: TranscriptProps) {
  return (
    <DividedList>
      {all.map((said) => (
        <Stack as="li" gap="xs" key={said.order} aria-current={said.order === current || undefined}>
          <Heading level={3}>{said.question}</Heading>
          <Stack gap="xs" className={cx(said.order === current && styles.current)}>
            <AnswerWords id={id} answer={said.answer} delay={delay} />
          </Stack>
          {said.heard && (
            <Text size="small" quiet>
              {m.dashboard_answers_heard({ words: said.heard })}
            </Text>
          )}
          <Row wrap>
            {said.heard && <Tag>{m.dashboard_answers_corrected()}</Tag>}
            {said.typed && <Tag>{m.dashboard_answers_typed()}</Tag>}
            {onPlay && isPlayable(said) && said.order !== current && (
              <Button
                variant="second"
                size="small"
                aria-label={m.dashboard_recording_play_named({ question: said.question })}
                onClick={() => onPlay(said.order)}
              >
                <Icon as={Play} size="s" />
                {m.dashboard_recording_play()}
              </Button>
            )}
            {said.order === current && <Tag tone="spark">{m.dashboard_recording_current()}</Tag>}
          </Row>
          <Missing said={said} />
        </Stack>
      ))}
    </DividedList>
  );
}

/** Why a recorded answer cannot be played. */
function Missing({ said: { take } }: { said: Said }) {
  if (take === null || take.url !== null) return null;
  return (
    <Text size="small" quiet>
      {take.state === "failed" ? m.dashboard_answers_failed() : m.dashboard_answers_waiting()}
    </Text>
  );
}
