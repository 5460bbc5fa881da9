import { useMutation } from "@tanstack/react-query";
import { NO_RESPONSE, textStateOf } from "#/api/answers.ts";
import { correctAnswer } from "#/api/interviews.queries.ts";
import type { InterviewRecord } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { HeardText } from "#/ui/HeardText/HeardText.tsx";
import { Text } from "#/ui/Text/Text.tsx";

/** The text of an answer, with what the person should know about it. They can confirm one that may be wrong. */
export function AnswerWords({ id, answer }: { id: string; answer: InterviewRecord["responses"][number] }) {
  const { mutate, isPending, isError } = useMutation(correctAnswer);
  const { responseOrder: order, responseText: text, questionText: question, passages, language } = answer;
  const state = textStateOf(answer);
  return (
    <>
      {state === "awaited" && <Text quiet>{m.dashboard_words_awaited()}</Text>}
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
