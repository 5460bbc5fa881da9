import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerJobQuestion, dismissJobQuestion, jobQuestionsQuery, type WaitingQuestion } from "#/api/deskMessages.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { NewAnswer } from "#/api/limits.gen.ts";
import { formatCount } from "#/format/numbers.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatExcess } from "#/format/length.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";

/** Questions about the employer's jobs. Nothing while there are none. */
export function JobQuestions() {
  const { data: questions = [] } = useQuery(jobQuestionsQuery);
  const [open, setOpen] = useState<string | null>(null);
  if (questions.length === 0) return null;
  return (
    <Card as="section" aria-label={m.desk_decide_questions()}>
      <Stack gap="s">
        <Row spread>
          <Heading level={2}>{m.desk_decide_questions()}</Heading>
          <Tag tone="info">{formatCount(questions.length)}</Tag>
        </Row>
        <DividedList>
          {questions.map((one) => (
            <li key={one.id}>
              <Stack gap="xs">
                <Text strong>{one.question}</Text>
                <Text size="small" quiet>{`${one.title}, ${formatDateTime(one.sentAt)}`}</Text>
                {open === one.id ? (
                  <AnswerForm asked={one} onDone={() => setOpen(null)} />
                ) : (
                  <div>
                    <Button variant="second" size="small" aria-label={m.desk_decide_questions_answer_name({ question: one.question })} onClick={() => setOpen(one.id)}>
                      {m.desk_decide_questions_answer()}
                    </Button>
                  </div>
                )}
              </Stack>
            </li>
          ))}
        </DividedList>
      </Stack>
    </Card>
  );
}

function AnswerForm({ asked, onDone }: { asked: WaitingQuestion; onDone: () => void }) {
  const [question, setQuestion] = useState(asked.question);
  const [answer, setAnswer] = useState("");
  const [missing, setMissing] = useState(false);
  const send = useMutation(answerJobQuestion);
  const dismiss = useMutation(dismissJobQuestion);
  const error = send.error ?? dismiss.error;
  const tooLong = [formatExcess(question, NewAnswer.question), formatExcess(answer, NewAnswer.answer)];
  const submit = () => {
    const isEmpty = !question.trim() || !answer.trim();
    setMissing(isEmpty);
    if (isEmpty || tooLong.some(Boolean) || send.isPending) return;
    const body = { id: asked.id, question: question.trim(), answer: answer.trim() };
    void send.mutateAsync(body, { onSuccess: onDone }).then(() => toast({ title: m.desk_decide_questions_done() }), () => undefined);
  };
  const leaveOut = () => {
    if (dismiss.isPending) return;
    void dismiss.mutateAsync(asked.id, { onSuccess: onDone }).then(() => toast({ title: m.desk_decide_questions_dismissed() }), () => undefined);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="s">
        <Field label={m.desk_decide_questions_public()} hint={m.desk_decide_questions_public_text()} error={tooLong[0]}>
          {(ids) => <textarea {...ids} rows={2} value={question} onChange={({ target }) => setQuestion(target.value)} />}
        </Field>
        <Field label={m.desk_decide_questions_your_answer()} error={missing ? m.desk_decide_questions_missing() : tooLong[1]}>
          {(ids) => <textarea {...ids} rows={3} value={answer} onChange={({ target }) => setAnswer(target.value)} />}
        </Field>
        {error && <Banner tone="danger" title={m.desk_decide_not_sent()}>{messageOf(error, m.desk_decide_messages_not_sent())}</Banner>}
        <Row wrap>
          <Button type="submit" size="small" busy={send.isPending}>{m.desk_decide_questions_publish()}</Button>
          <TextLink onClick={leaveOut}>{m.desk_decide_questions_dismiss()}</TextLink>
          <TextLink onClick={onDone}>{m.desk_decide_questions_cancel()}</TextLink>
        </Row>
      </Stack>
    </form>
  );
}
