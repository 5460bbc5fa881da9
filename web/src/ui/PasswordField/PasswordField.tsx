import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Field } from "#/ui/Field/Field.tsx";
import styles from "./PasswordField.module.css";

type PasswordFieldProps = Omit<ComponentPropsWithRef<"input">, "type"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A password field with Show and Hide. Paste and password managers work as in any field. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className={styles.withButton}>
          <input
            {...input}
            {...ids}
            type={shown ? "text" : "password"}
            className={cx(ids.className, styles.room, className)}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button type="button" className={styles.inside} onClick={() => setShown(!shown)} aria-controls={ids.id} aria-describedby={`${ids.id}-label`}>
            {shown ? m.ui_password_hide() : m.ui_password_show()}
          </button>
        </div>
      )}
    </Field>
  );
}
