import { useMutation } from "@tanstack/react-query";
import { NO_RESPONSE, textStateOf } from "#/api/answers.ts";
import { correctAnswer } from "#/api/interviews.queries.ts";
import type { InterviewRecord } from "#/api/types.ts";
import { formatReadyTime } from "#/format/readyTime.ts";
import { m } from "#/messages.gen/messages.js";
import { HeardText } from "#/ui/HeardText/HeardText.tsx";
import { Text } from "#/ui/Text/Text.tsx";

interface AnswerWordsProps {
  /** Of the interview. */
  id: string;
  answer: InterviewRecord["responses"][number];
  /** When the texts of the interview will be there, if that takes long. */
  delay: InterviewRecord["writingDelay"];
}

/** The text of an answer, with what the person should know about it. They can confirm one that may be wrong. */
export function AnswerWords({ id, answer, delay }: AnswerWordsProps) {
  const { mutate, isPending, isError } = useMutation(correctAnswer);
  const { responseOrder: order, responseText: text, questionText: question, passages, language } = answer;
  const state = textStateOf(answer);
  return (
    <>
      {state === "awaited" && <Text quiet>{formatAwaited(delay)}</Text>}
      {state === "silent" && <Text quiet>{m.dashboard_words_silent()}</Text>}
      {state === "missing" && <Text quiet>{m.dashboard_words_none()}</Text>}
      {text.trim() !== "" && text !== NO_RESPONSE && (
        <HeardText
          text={text}
          passages={passages}
          doubt={state === "doubtful" || state === "unclear" ? state : null}
          language={language}
          question={question}
          busy={isPending}
          onConfirm={() => mutate({ id, order, text })}
        />
      )}
      {isError && <Text role="alert">{m.dashboard_words_refused()}</Text>}
    </>
  );
}

function formatAwaited(delay: InterviewRecord["writingDelay"]): string {
  if (!delay) return m.dashboard_words_awaited();
  return delay.expectedAt ? m.dashboard_words_until({ time: formatReadyTime(delay.expectedAt) }) : m.dashboard_words_late();
}
