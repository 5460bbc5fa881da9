/** What a form asks of one field. `Values` are the texts of all its fields. */
export interface Rule<Values> {
  /** What is meant by what was typed. */
  read: (typed: string) => string;
  /** What is wrong with it, in words; "" where nothing is. */
  objection: (values: string, all: Values) => string;
}

/** The texts of a form with these fields. */
export type Texts<Name extends string> = Record<Name, string>;

export type Rules<Name extends string> = Record<Name, Rule<Texts<Name>>>;

/** What is wrong with which field, in words. */
export type FieldErrors<Name extends string> = Partial<Texts<Name>>;

type Words = () => string;

const asTyped = (typed: string): string => typed;
const trimmed = (typed: string): string => typed.trim();

/** Of addresses only the outline is asked: whether there is such a mailbox, the server finds out. */
const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/;

/** Nothing needs to be there. White space around a text is no part of it. */
export const anyText = { read: trimmed, objection: () => "" };

export const text = (missing: Words) => ({ read: trimmed, objection: (meant: string) => (meant ? "" : missing()) });

/** Nobody needs this address: an empty one is none. */
export const anyEmail = (wrong: Words) => ({
  read: trimmed,
  objection: (meant: string) => (meant === "" || ADDRESS.test(meant) ? "" : wrong()),
});

export const email = (missing: Words, wrong: Words) => ({
  read: trimmed,
  objection: (meant: string) => (meant ? anyEmail(wrong).objection(meant) : missing()),
});

/** What counts to the last character, such as a password: white space is part of it. */
export const exact = <Values>(objection: Rule<Values>["objection"]): Rule<Values> => ({ read: asTyped, objection });

/** What is meant by a form that was filled in so, and what is wrong with it. */
export function check<Name extends string>(
  rules: Rules<Name>,
  typed: Texts<Name>,
): { meant: Texts<Name>; wrong: FieldErrors<Name> } {
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
