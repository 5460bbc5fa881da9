import { Field } from "#/ui/Field/Field.tsx";

/** The server takes no longer answers; ten minutes of speech are about half of this. */
const LONGEST = 20_000;

type AnswerTextProps = { label: string; hint: string; text: string; onChange: (text: string) => void };

/** An answer in words, to be typed or corrected. */
export function AnswerText({ label, hint, text, onChange }: AnswerTextProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <textarea
          {...ids}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          rows={4}
          maxLength={LONGEST}
          autoCapitalize="sentences"
        />
      )}
    </Field>
  );
}
