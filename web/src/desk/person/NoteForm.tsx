import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { wordingQuery } from "#/api/deskMessages.queries.ts";
import { addNote, notesQuery } from "#/api/deskNotes.queries.ts";
import { NewNote } from "#/api/limits.gen.ts";
import type { Person } from "#/api/deskPerson.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { FairWords } from "#/desk/decide/FairWords.tsx";
import { useKept } from "#/desk/decide/kept.ts";
import { formatExcess } from "#/format/length.ts";
import { m } from "#/messages.gen/messages.js";
import { newKey } from "#/platform/keys.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { takeFocus } from "#/ui/Heading/announce.ts";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

/** A button that opens the form for a note to the team. What was written outlives the page. */
export function NoteForm({ person: { id, firstName: name } }: { person: Person }) {
  const { kept, keep, drop } = useKept("note", id);
  const [open, setOpen] = useState(kept !== null);
  const [text, setText] = useState(kept?.text ?? "");
  const [tell, setTell] = useState<string[]>([]);
  const [key, setKey] = useState(newKey);
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [back, setBack] = useState(false);
  const { data } = useQuery(notesQuery(id));
  const save = useMutation(addNote);
  const excess = formatExcess(text, NewNote.text);
  const { data: findings = [] } = useQuery({ ...wordingQuery(excess ? "" : text.trim()), placeholderData: keepPreviousData });
  if (!open) {
    return (
      <div>
        <Button variant="second" size="small" ref={back ? takeFocus : undefined} onClick={() => setOpen(true)}>
          {m.desk_person_note_add()}
        </Button>
      </div>
    );
  }
  const close = () => {
    setBack(form.current?.contains(document.activeElement) ?? false);
    drop();
    setText("");
    setTell([]);
    setKey(newKey());
    setOpen(false);
  };
  const change = (written: string) => {
    setText(written);
    setMissing(false);
    if (written.trim()) keep({ name, text: written });
    else drop();
    // Another text is another note; the same text again is sent again.
    if (save.isError) setKey(newKey());
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!text.trim());
        if (text.trim() && !excess && !save.isPending) void save.mutateAsync({ id, key, text: text.trim(), tell }).then(close, () => undefined);
      }}
    >
      <Stack gap="s">
        <Field label={m.desk_person_note_label()} hint={m.desk_person_note_about({ name })} error={missing ? m.desk_person_note_missing() : excess}>
          {(ids) => <textarea {...ids} ref={takeFocus} rows={3} value={text} onChange={({ target }) => change(target.value)} />}
        </Field>
        <FairWords findings={text.trim() ? findings : []} />
        {data && data.colleagues.length > 0 && (
          <Stack as="fieldset" gap="xs">
            <legend>{m.desk_person_note_tell()}</legend>
            {data.colleagues.map((one) => (
              <OptionCard
                key={one.id}
                type="checkbox"
                bare
                label={one.name}
                checked={tell.includes(one.id)}
                onChange={({ target }) => setTell(target.checked ? [...tell, one.id] : tell.filter((other) => other !== one.id))}
              />
            ))}
          </Stack>
        )}
        {save.error && (
          <Banner tone="danger" title={m.desk_person_note_failed()}>
            {messageOf(save.error, m.desk_person_note_again())}
          </Banner>
        )}
        <Row wrap>
          <Button type="submit" size="small" busy={save.isPending}>
            {m.desk_person_note_save()}
          </Button>
          <TextLink onClick={close}>{m.desk_person_note_cancel()}</TextLink>
        </Row>
      </Stack>
    </form>
  );
}
