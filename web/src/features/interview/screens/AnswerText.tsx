import { Field } from "#/ui/Field/Field.tsx";
import { MAX_TEXT } from "../model/context.ts";

type AnswerTextProps = { label: string; hint: string; text: string; onChange: (text: string) => void };

/** An answer's text field, for typing or correcting. */
export function AnswerText({ label, hint, text, onChange }: AnswerTextProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <textarea {...ids} value={text} onChange={(event) => onChange(event.currentTarget.value)} rows={4} maxLength={MAX_TEXT} autoCapitalize="sentences" />
      )}
    </Field>
  );
}
