import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { wordingQuery } from "#/api/deskMessages.queries.ts";
import { addNote, notesQuery, type Person } from "#/api/deskPerson.queries.ts";
import { NewNote } from "#/api/limits.gen.ts";
import { messageOf } from "#/api/errors.ts";
import { FairWords } from "#/desk/decide/FairWords.tsx";
import { useKept } from "#/desk/decide/kept.ts";
import { formatExcess } from "#/format/length.ts";
import { m } from "#/messages.gen/messages.js";
import { useContentKeys } from "#/platform/contentKeys.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { takeFocus } from "#/ui/Heading/Heading.tsx";
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
  const [keyOf, forgetKeys] = useContentKeys();
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [back, setBack] = useState(false);
  const { data } = useQuery(notesQuery(id));
  const save = useMutation(addNote);
  const excess = formatExcess(text, NewNote.text);
  const { data: wording } = useQuery({ ...wordingQuery(excess ? "" : text.trim()), placeholderData: keepPreviousData });
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
    forgetKeys();
    setOpen(false);
  };
  const change = (written: string) => {
    setText(written);
    setMissing(false);
    if (written.trim()) keep({ name, text: written });
    else drop();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!text.trim());
    if (!text.trim() || excess || save.isPending) return;
    const note = { text: text.trim(), tell };
    void save.mutateAsync({ id, key: keyOf(JSON.stringify(note)), ...note }).then(close, () => undefined);
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="s">
        <Field label={m.desk_person_note_label()} hint={m.desk_person_note_about({ name })} error={missing ? m.desk_person_note_missing() : excess}>
          {(ids) => <textarea {...ids} ref={takeFocus} rows={3} readOnly={save.isPending} value={text} onChange={({ target }) => change(target.value)} />}
        </Field>
        <FairWords text={text} findings={wording?.findings ?? []} />
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
