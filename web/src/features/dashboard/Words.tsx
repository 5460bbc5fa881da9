import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { awaitsWords, NO_RESPONSE } from "#/api/answers.ts";
import { correctAnswer, interviewQuery } from "#/api/interviews.queries.ts";
import type { InterviewRecord } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { readDraft } from "#/platform/drafts.ts";
import { useDraft, useDraftOwner } from "#/session/drafts.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { AnswerWords } from "./AnswerWords.tsx";
import { correctionName } from "./corrections.ts";
import { WORDS_MS } from "./reload.ts";

type Answer = InterviewRecord["responses"][number];

/** The text of every answer, which the person can correct at any time; the score is then calculated again. */
export function Words({ id }: { id: string }) {
  const query = useQuery({ ...interviewQuery(id), refetchInterval: ({ state }) => (awaitsWords(state.data) ? WORDS_MS : false) });
  return (
    <Stack as="section" gap="s" aria-label={m.dashboard_words()}>
      <Heading level={3} size={3}>
        {m.dashboard_words()}
      </Heading>
      <Text size="small" quiet>
        {m.dashboard_words_text()}
      </Text>
      <QueryState query={query} failed={m.dashboard_words_failed()}>
        {({ responses, writingDelay }) => (
          <DividedList>
            {responses.map((one) => (
              <Said key={one.responseOrder} id={id} answer={one} delay={writingDelay} />
            ))}
          </DividedList>
        )}
      </QueryState>
    </Stack>
  );
}

function Said({ id, answer, delay }: { id: string; answer: Answer; delay: InterviewRecord["writingDelay"] }) {
  const owner = useDraftOwner();
  const [changing, setChanging] = useState(() => readDraft(owner, correctionName(id, answer.responseOrder)) !== null);
  const { questionText: question, originalText: first, corrected } = answer;
  return (
    <Stack as="li" gap="xs">
      <Row spread top>
        <Text strong>{question}</Text>
        {corrected && <Tag>{m.dashboard_words_edited()}</Tag>}
      </Row>
      {changing ? (
        <Correction id={id} answer={answer} onDone={() => setChanging(false)} />
      ) : (
        <>
          <AnswerWords id={id} answer={answer} delay={delay} />
          {corrected && first && (
            <Disclosure label={m.dashboard_words_first()}>
              <Text size="small" quiet>
                {first}
              </Text>
            </Disclosure>
          )}
          <TextLink aria-label={m.dashboard_words_edit_of({ question })} onClick={() => setChanging(true)}>
            {m.dashboard_words_edit()}
          </TextLink>
        </>
      )}
    </Stack>
  );
}

function Correction({ id, answer, onDone }: { id: string; answer: Answer; onDone: () => void }) {
  const { mutateAsync, isPending, isError } = useMutation(correctAnswer);
  const [written, write, drop] = useDraft<string | null>(correctionName(id, answer.responseOrder), () => null);
  const [missing, setMissing] = useState(false);
  const done = () => {
    drop();
    onDone();
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("text")).trim();
    setMissing(text === "");
    if (text !== "") void mutateAsync({ id, order: answer.responseOrder, text }).then(done, () => undefined);
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="s">
        <Field label={m.dashboard_words_label()} error={missing ? m.dashboard_words_empty() : undefined}>
          {(ids) => (
            <textarea
              {...ids}
              name="text"
              rows={4}
              maxLength={20_000}
              value={written ?? (answer.responseText === NO_RESPONSE ? "" : answer.responseText)}
              onChange={({ target }) => write(target.value)}
            />
          )}
        </Field>
        {isError && <Text role="alert">{m.dashboard_words_refused()}</Text>}
        <Row>
          <Button size="small" type="submit" busy={isPending}>
            {m.dashboard_words_save()}
          </Button>
          <Button size="small" variant="second" onClick={done}>
            {m.dashboard_words_cancel()}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
