import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { changeLetters, type LetterChange } from "#/api/operations.queries.ts";
import type { DeadLetter } from "#/api/types.ts";
import { formatDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import styles from "./Operations.module.css";

/** The dead letters, each with retry and delete buttons. */
export function DeadLetters({ letters }: { letters: DeadLetter[] }) {
  const { mutateAsync, isPending } = useMutation(changeLetters);
  const [dropping, setDropping] = useState<DeadLetter | null>(null);
  const list = useRef<HTMLDivElement>(null);

  async function change(wanted: LetterChange): Promise<void> {
    try {
      await mutateAsync(wanted);
      toast({ title: wanted.todo === "retry" ? m.operations_retried() : m.operations_dropped(), tone: "good" });
    } catch (error) {
      const description = messageOf(error, m.operations_change_failed_text());
      toast({ title: m.operations_change_failed(), description, tone: "danger" });
    }
    // The pressed button may have been removed with its letter.
    list.current?.focus();
  }

  function drop({ id }: DeadLetter): void {
    setDropping(null);
    void change({ todo: "drop", id });
  }

  return (
    <Stack ref={list} tabIndex={-1}>
      <Text size="small" quiet>
        {letters.length === 0 ? m.operations_dead_none() : m.operations_dead_text()}
      </Text>
      <DividedList>
        {letters.map((letter) => (
          <Letter key={letter.id} letter={letter} onRetry={() => void change({ todo: "retry", id: letter.id })} onDrop={() => setDropping(letter)} />
        ))}
      </DividedList>
      {letters.length > 1 && (
        <Button variant="second" full="phone" busy={isPending} onClick={() => void change({ todo: "retry" })}>
          {m.operations_retry_all()}
        </Button>
      )}
      <Dialog
        open={dropping !== null}
        onClose={() => setDropping(null)}
        title={m.operations_drop_title()}
        text={dropping && m.operations_drop_text({ kind: dropping.kind })}
      >
        <Button full onClick={() => dropping && drop(dropping)}>
          {m.operations_letter_drop()}
        </Button>
        <Button full variant="second" onClick={() => setDropping(null)}>
          {m.operations_drop_keep()}
        </Button>
      </Dialog>
    </Stack>
  );
}

interface LetterProps {
  letter: DeadLetter;
  onRetry: () => void;
  onDrop: () => void;
}

function Letter({ letter: { kind, attempts, createdAt, lastError }, onRetry, onDrop }: LetterProps) {
  return (
    <li>
      <Text strong lang="en">
        {kind}
      </Text>
      <Text size="small" quiet num>
        {m.operations_attempts({ count: attempts, moment: formatDateTime(createdAt) })}
      </Text>
      <Text size="small" lang="en" className={styles.words}>
        {lastError}
      </Text>
      <Row wrap>
        <TextLink aria-label={m.operations_letter_retry_label({ kind })} onClick={onRetry}>
          {m.operations_letter_retry()}
        </TextLink>
        <TextLink aria-label={m.operations_letter_drop_label({ kind })} onClick={onDrop}>
          {m.operations_letter_drop()}
        </TextLink>
      </Row>
    </li>
  );
}
