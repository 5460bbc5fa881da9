/** The validation rule of one form field. `Values` are the texts of all its fields. */
export interface Rule<Values> {
  /** Parses the typed text. */
  read: (typed: string) => string;
  /** Returns the error message; "" if valid. */
  objection: (values: string, all: Values) => string;
}

/** The texts of a form with these fields. */
export type Texts<Name extends string> = Record<Name, string>;

export type Rules<Name extends string> = Record<Name, Rule<Texts<Name>>>;

/** The error messages by field. */
export type FieldErrors<Name extends string> = Partial<Texts<Name>>;

type Words = () => string;

const asTyped = (typed: string): string => typed;
const trimmed = (typed: string): string => typed.trim();

/** What is copied with an address: invisible marks, "mailto:", brackets and a comma. */
const AROUND = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|^\s*(?:mailto:|<)+|[\s>,;]+$/gi;
const bareAddress = (typed: string): string => typed.replaceAll(AROUND, "").trim();

/** Checks only the format of addresses: the server verifies that the mailbox exists. */
const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/;

/** An optional field. Surrounding whitespace is trimmed. */
export const anyText = { read: trimmed, objection: () => "" };

export const text = (missing: Words) => ({ read: trimmed, objection: (meant: string) => (meant ? "" : missing()) });

const CODE = /(?:^|[^\w-])(\d{3})[\s-]?(\d{3})(?![\w-])/;

/** A code, also one that is pasted with the sentence around it. A recovery code stays as it is. */
export const codeIn = (typed: string): string => {
  const plain = typed
    .normalize("NFKC")
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, "")
    .replaceAll(/[\u2010-\u2015]/g, "-");
  return CODE.exec(plain)?.slice(1).join("") ?? plain.trim();
};
export const anyCode = (missing: Words) => ({ read: codeIn, objection: (meant: string) => (meant ? "" : missing()) });

/** An optional email address: empty counts as none. */
export const anyEmail = (wrong: Words) => ({
  read: bareAddress,
  objection: (meant: string) => (meant === "" || ADDRESS.test(meant) ? "" : wrong()),
});

export const email = (missing: Words, wrong: Words) => ({
  read: bareAddress,
  objection: (meant: string) => (meant ? anyEmail(wrong).objection(meant) : missing()),
});

/** A field used verbatim, such as a password: whitespace counts. */
export const exact = <Values>(objection: Rule<Values>["objection"]): Rule<Values> => ({ read: asTyped, objection });

/** Returns the parsed values of a form, and its errors. */
export function check<Name extends string>(rules: Rules<Name>, typed: Texts<Name>): { meant: Texts<Name>; wrong: FieldErrors<Name> } {
  const names = Object.keys(rules) as Name[];
  const meant = { ...typed };
  for (const name of names) meant[name] = rules[name].read(typed[name]);
  const wrong: FieldErrors<Name> = {};
  for (const name of names) {
    const words = rules[name].objection(meant[name], meant);
    if (words) wrong[name] = words;
  }
  return { meant, wrong };
}
