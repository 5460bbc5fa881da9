import { useEffect, useRef } from "react";
import { Field } from "#/ui/Field/Field.tsx";
import { MAX_TEXT } from "../model/context.ts";

type AnswerTextProps = { label: string; hint: string; text: string; onChange: (text: string) => void; takesFocus?: boolean };

/** An answer's text field, for typing or correcting. `takesFocus`: it takes the place of the button that was pressed for it. */
export function AnswerText({ label, hint, text, onChange, takesFocus = false }: AnswerTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <textarea
          ref={field}
          {...ids}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          rows={4}
          maxLength={MAX_TEXT}
          autoCapitalize="sentences"
        />
      )}
    </Field>
  );
}
