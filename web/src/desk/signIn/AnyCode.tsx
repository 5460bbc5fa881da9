import { type ComponentPropsWithRef, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Field } from "#/ui/Field/Field.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

type AnyCodeProps = Omit<ComponentPropsWithRef<"input">, "children"> & { label: string; hint?: string; error?: string | undefined };

/** A code of the authenticator app, or a recovery code: those have letters, for which a phone needs another keyboard. */
export function AnyCode({ label, hint, ...field }: AnyCodeProps) {
  const [recovering, setRecovering] = useState(false);
  return (
    <div>
      <Field
        {...field}
        label={recovering ? m.desk_in_recovery() : label}
        hint={recovering ? m.desk_in_recovery_text() : hint}
        inputMode={recovering ? "text" : "numeric"}
        autoComplete={recovering ? "off" : "one-time-code"}
        autoCapitalize="none"
      />
      <TextLink onClick={() => setRecovering(!recovering)}>{recovering ? m.desk_in_use_app() : m.desk_in_use_recovery()}</TextLink>
    </div>
  );
}
