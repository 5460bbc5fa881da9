import { type FormEvent, type RefObject, useRef, useState } from "react";
import { check, type Rules, type Texts, type FieldErrors } from "./rules.ts";

/** The props of a form control: its name, its initial value, and its error. */
export interface FieldOfForm {
  name: string;
  defaultValue: string;
  error: string | undefined;
}

export interface Form<Name extends string> {
  /**
   * Props for the form element. Calls `send` with the parsed values if they are valid, else `refuse` with the errors.
   */
  on: (
    send: (meant: Texts<Name>) => Promise<unknown>,
    refuse?: (wrong: FieldErrors<Name>) => void,
  ) => {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
  field: (name: Name) => FieldOfForm;
  /** Whether a submission is pending. */
  busy: boolean;
  /** Returns the current texts of the fields. */
  typed: () => Texts<Name>;
  /** Shows errors next to fields, and focuses the first of them, or `otherwise`. */
  setErrors: (wrong: Partial<Record<string, string>>, otherwise?: Name) => void;
}

/**
 * A form with uncontrolled fields: values that a password manager fills in without events are read as well. Errors
 * appear on the first submit, and then update while typing. `keep` is called with the texts after each change.
 */
export function useForm<Name extends string>(rules: Rules<Name>, begin: Texts<Name>, keep?: (texts: Texts<Name>) => void): Form<Name> {
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<FieldErrors<Name>>({});
  const [busy, setBusy] = useState(false);
  const tried = useRef(false);
  const sending = useRef(false); // `busy` comes too late for the second click of a double click.
  const names = Object.keys(rules) as Name[];

  function typed(): Texts<Name> {
    const filledIn = new FormData(element.current ?? undefined);
    const entries = names.map((name) => [name, filledIn.get(name) ?? begin[name]]);
    return Object.fromEntries(entries) as Texts<Name>;
  }

  function object(found: Partial<Record<string, string>>, otherwise?: Name): void {
    const blamed = names.filter((name) => found[name]);
    setWrong(Object.fromEntries(blamed.map((name) => [name, found[name]])) as FieldErrors<Name>);
    const first = element.current?.elements.namedItem(blamed[0] ?? otherwise ?? "");
    if (first instanceof HTMLElement) first.focus();
  }

  const on: Form<Name>["on"] = (send, refuse) => ({
    ref: element,
    noValidate: true,
    onSubmit: (event) => {
      event.preventDefault();
      if (sending.current) return;
      tried.current = true;
      const found = check(rules, typed());
      object(found.wrong);
      if (Object.keys(found.wrong).length > 0) return refuse?.(found.wrong);
      sending.current = true;
      setBusy(true);
      void send(found.meant).finally(() => {
        sending.current = false;
        setBusy(false);
      });
    },
    onInput: ({ target }) => {
      const name = names.find((ours) => ours === (target as HTMLInputElement).name);
      if (tried.current && name) setWrong({ ...wrong, [name]: check(rules, typed()).wrong[name] });
      keep?.(typed());
    },
  });

  const field = (name: Name) => ({ name, defaultValue: begin[name], error: wrong[name] });
  return { on, field, busy, typed, setErrors: object };
}
