import { CircleAlert } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Field.module.css";
import { usePasteLimit } from "./usePasteLimit.ts";

/** The attributes that connect a control with its label, hint and error. The label's own ID is `${id}-label`. */
type FieldIds = {
  id: string;
  className: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

type Frame = { label: ReactNode; hint?: ReactNode; error?: string | undefined };
type FieldProps = Frame &
  (
    | { children: (ids: FieldIds) => ReactNode }
    | (Omit<ComponentPropsWithRef<"input">, "children"> & {
        children?: undefined;
        /** As wide as a zip code, with tabular digits. */
        short?: boolean;
      })
  );

/**
 * A label, a hint, the control, and its error message. Pass the input's own props directly, or `children` to connect
 * another control (a select, a textarea) with the same IDs. A paste that is longer than `maxLength` is refused.
 */
export function Field({ label, hint, error: wrong, ...control }: FieldProps) {
  const { refused, on } = usePasteLimit();
  const error = refused ?? wrong;
  const ownId = useId();
  const id = "id" in control && control.id ? control.id : ownId;
  const ids: FieldIds = {
    id,
    className: cx(styles.input),
    "aria-invalid": error ? true : undefined,
    "aria-describedby": cx(hint && `${id}-hint`, error && `${id}-error`) || undefined,
  };
  return (
    <div className={cx(styles.field, error && styles.wrong)} {...on}>
      <label htmlFor={id} id={`${id}-label`} className={styles.label}>
        {label}
      </label>
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {control.children ? control.children(ids) : <Input ids={ids} {...control} />}
      {error && (
        <p id={`${id}-error`} className={styles.problem}>
          <Icon as={CircleAlert} size="s" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

type InputProps = ComponentPropsWithRef<"input"> & { ids: FieldIds; short?: boolean };

function Input({ ids, short = false, className, ...input }: InputProps) {
  return <input {...input} {...ids} className={cx(ids.className, short && styles.short, className)} />;
}
