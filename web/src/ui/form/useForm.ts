import { type FormEvent, type RefObject, useRef, useState } from "react";
import { check, type Rules, type Texts, type FieldErrors } from "./rules.ts";

/** What a control of a form needs: its name, what it begins with, and what is wrong with it. */
export interface FieldOfForm {
  name: string;
  defaultValue: string;
  error: string | undefined;
}

export interface Form<Name extends string> {
  /** For the form element. `send` is called with what is meant once nothing is wrong, `refuse` with what is. */
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
  /** Whether what was filled in is on its way. */
  busy: boolean;
  /** What stands in the fields now. */
  typed: () => Texts<Name>;
  /** Puts words beside fields, and the focus on the first of them, or on `otherwise`. */
  setErrors: (wrong: Partial<Record<string, string>>, otherwise?: Name) => void;
}

/**
 * A form whose fields belong to the browser: what a password manager fills in without a word is read as well.
 * Words beside a field come with the first try to send it, and then follow what is typed there.
 */
export function useForm<Name extends string>(rules: Rules<Name>, begin: Texts<Name>): Form<Name> {
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<FieldErrors<Name>>({});
  const [busy, setBusy] = useState(false);
  const tried = useRef(false);
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
      if (busy) return;
      tried.current = true;
      const found = check(rules, typed());
      object(found.wrong);
      if (Object.keys(found.wrong).length > 0) return refuse?.(found.wrong);
      setBusy(true);
      void send(found.meant).finally(() => setBusy(false));
    },
    onInput: ({ target }) => {
      const name = names.find((ours) => ours === (target as HTMLInputElement).name);
      if (tried.current && name) setWrong({ ...wrong, [name]: check(rules, typed()).wrong[name] });
    },
  });

  const field = (name: Name) => ({ name, defaultValue: begin[name], error: wrong[name] });
  return { on, field, busy, typed, setErrors: object };
}
