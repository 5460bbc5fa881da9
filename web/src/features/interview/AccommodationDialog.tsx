import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Accommodation, accommodationsQuery, askForAccommodation } from "#/api/accommodations.queries.ts";
import { formatDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { isPast } from "#/platform/isPast.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

type Kind = Accommodation["kind"];

const KINDS: Readonly<Record<Kind, () => string>> = {
  more_time: m.accommodation_more_time,
  typed: m.accommodation_typed,
  person: m.accommodation_person,
  other: m.accommodation_other,
};

type AccommodationDialogProps = {
  interviewId: string | null;
  /** Present where an interview is open, which can be changed at once too. */
  inRoom?: boolean;
  /** Repeats a request that was made by opening this dialog and failed. */
  onRetry?: (() => void) | undefined;
  onClose: () => void;
};

/** Asks for another way to do the interview, each with one tap, and shows what came of it. */
export function AccommodationDialog({ interviewId, inRoom = false, onRetry, onClose }: AccommodationDialogProps) {
  const { data: asked, isError, refetch } = useQuery(accommodationsQuery);
  const { mutate, variables, isPending, isError: failed } = useMutation(askForAccommodation);
  const [writing, setWriting] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const ask = (kind: Kind, note: string | null = null) => mutate({ kind, note, interviewId }, { onSuccess: () => setWriting(false) });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get("note")).trim();
    setEmpty(!note);
    if (note) ask("other", note);
    else event.currentTarget.querySelector("textarea")?.focus();
  };
  const open = (kind: Kind) => asked?.some((one) => one.kind === kind && one.state === "open");
  const retry = failed ? () => mutate(variables) : onRetry;
  return (
    <Dialog open onClose={onClose} title={m.accommodation_title()} text={m.accommodation_text()}>
      <Stack gap="s">
        {retry && (
          <div role="alert">
            <Text strong>{m.accommodation_failed()}</Text>
            <TextLink onClick={retry}>{m.ui_retry()}</TextLink>
          </div>
        )}
        {isError && !asked && (
          <div role="status">
            <Text size="small">{m.accommodation_list_failed()}</Text>
            <TextLink onClick={() => void refetch()}>{m.ui_retry()}</TextLink>
          </div>
        )}
        <div role="status">
          {asked && asked.length > 0 && (
            <DividedList>
              {asked.map((one) => (
                <Stack as="li" gap="xs" key={one.id}>
                  <Text strong>{m.accommodation_asked({ what: one.note ?? KINDS[one.kind]() })}</Text>
                  <Text size="small" quiet>
                    {formatState(one)}
                  </Text>
                </Stack>
              ))}
            </DividedList>
          )}
        </div>
        {(["more_time", "typed", "person"] as const)
          .filter((kind) => asked && !open(kind))
          .map((kind) => (
            <Button key={kind} variant="second" full busy={isPending && variables.kind === kind} onClick={() => ask(kind)}>
              {KINDS[kind]()}
            </Button>
          ))}
        {writing ? (
          <form noValidate onSubmit={send}>
            <Stack gap="s">
              <Field label={m.accommodation_note()} error={isEmpty ? m.accommodation_note_empty() : undefined}>
                {(ids) => <textarea {...ids} name="note" rows={3} maxLength={1000} aria-required onChange={() => setEmpty(false)} />}
              </Field>
              <Button full type="submit" busy={isPending}>
                {m.accommodation_send()}
              </Button>
            </Stack>
          </form>
        ) : (
          <Button variant="second" full onClick={() => setWriting(true)}>
            {KINDS.other()}
          </Button>
        )}
        {open("person") && (
          <TextLink center href="/schedule">
            {m.accommodation_book()}
          </TextLink>
        )}
        {inRoom && (
          <Text size="small" quiet>
            {m.accommodation_now()}
          </Text>
        )}
        <TextLink center onClick={onClose}>
          {inRoom ? m.accommodation_continue() : m.accommodation_close()}
        </TextLink>
      </Stack>
    </Dialog>
  );
}

function formatState({ state, reply, dueAt }: Accommodation): string {
  switch (state) {
    case "open":
      return isPast(dueAt) ? m.accommodation_late() : m.accommodation_waiting({ date: formatDate(dueAt) });
    case "arranged":
      return m.accommodation_arranged({ reply: reply ?? "" });
    case "declined":
      return m.accommodation_declined({ reply: reply ?? "" });
  }
}
