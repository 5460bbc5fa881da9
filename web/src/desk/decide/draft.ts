import type { Unsent } from "#/api/deskUnsent.queries.ts";
import { Decline } from "#/api/limits.gen.ts";
import type { DeclineReason, DecideOptions, NewMove } from "#/api/types.ts";
import { type DecideAction, REASONS } from "./words.ts";

export const DECIDE_ACTIONS: readonly DecideAction[] = ["invite", "ask", "offer", "decline"];

/** Times in one invitation. */
export const MAX_TIMES = 8;

/** Characters of a text that the candidate reads. */
export const MAX_WORDS = Decline.words;

/** What was filled in so far, in all forms: a switch between them loses nothing. */
export interface Draft {
  times: readonly string[];
  place: string;
  /** What follows the street that is typed as `place`, to be kept for the location; null once its street is known. */
  city: string | null;
  askFor: string;
  inviteWords: string;
  question: string;
  pay: string;
  startOn: string;
  firstShift: string;
  bring: string;
  offerWords: string;
  reason: DeclineReason | "";
  declineWords: string;
}

/** Returns the draft that the forms begin with. */
export function beginDraft({ place, withoutStreet, askFor }: DecideOptions): Draft {
  return {
    times: [],
    place: withoutStreet ? "" : place,
    city: withoutStreet?.city ?? null,
    askFor,
    inviteWords: "",
    question: "",
    pay: "",
    startOn: "",
    firstShift: "",
    bring: "",
    offerWords: "",
    reason: "",
    declineWords: "",
  };
}

/** Returns the draft that begins with what was written before, as far as it can still be sent. */
export function draftOf(options: DecideOptions, move: Unsent["move"]): Draft {
  const empty = beginDraft(options);
  const words = move.words ?? "";
  return withFreeTimes(options, {
    times: move.times ?? [],
    place: move.place ?? empty.place,
    city: move.place ? null : empty.city,
    askFor: move.askFor ?? empty.askFor,
    inviteWords: words,
    question: move.text ?? "",
    pay: move.pay ? String(move.pay) : "",
    startOn: move.startOn ?? "",
    firstShift: move.firstShift ?? "",
    bring: move.bring ?? "",
    offerWords: words,
    reason: REASONS.find((one) => one === move.reason) ?? "",
    declineWords: words,
  });
}

/** Returns the draft without the times that are taken by now. */
export function withFreeTimes({ days }: DecideOptions, draft: Draft): Draft {
  const free = new Set(days.flatMap(({ times }) => times.filter(({ busy }) => !busy).map(({ startsAt }) => startsAt)));
  return { ...draft, times: draft.times.filter((time) => free.has(time)) };
}

/** Returns the times with `time` added or, if it was chosen, removed; in order, and never more than one invitation holds. */
export function toggleTime(times: readonly string[], time: string): readonly string[] {
  if (times.includes(time)) return times.filter((one) => one !== time);
  return times.length < MAX_TIMES ? [...times, time].sort() : times;
}

/** Returns the dollars per hour that were typed, such as "21.50" or "$21"; null if it is not an amount from 1 to 500. */
export function readPay(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, "").replace(",", ".");
  const amount = /^\d+(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  return amount >= 1 && amount <= 500 ? amount : null;
}

/** Fields of the forms that an error can belong to. */
export type DraftField = "times" | "place" | "askFor" | "question" | "pay" | "startOn" | "firstShift" | "reason" | WordsField;

type WordsField = "inviteWords" | "offerWords" | "declineWords";

/** Returns the fields that are still missing, wrong or too long, in the order of the form. */
export function missingFields(action: DecideAction, draft: Draft): DraftField[] {
  const empty = (...fields: (keyof Draft & DraftField)[]) => fields.filter((field) => String(draft[field]).trim() === "");
  const long = (...fields: (WordsField | "question")[]) => fields.filter((field) => draft[field].trim().length > MAX_WORDS);
  switch (action) {
    case "invite":
      return [...(draft.times.length === 0 ? (["times"] as const) : []), ...empty("place", "askFor"), ...long("inviteWords")];
    case "ask":
      return [...empty("question"), ...long("question")];
    case "offer":
      return [...(readPay(draft.pay) === null ? (["pay"] as const) : []), ...empty("startOn", "firstShift", "place"), ...long("offerWords")];
    case "decline":
      return [...empty("reason"), ...long("declineWords")];
  }
}

/** Returns the move as the server takes it; null while something is missing. */
export function moveOf(action: DecideAction, draft: Draft, minutes: number): NewMove | null {
  if (missingFields(action, draft).length > 0) return null;
  const words = (text: string) => text.trim() || null;
  const typed = draft.place.trim();
  const place = draft.city === null ? typed : `${typed}, ${draft.city}`;
  const street = draft.city === null ? {} : { street: typed };
  switch (action) {
    case "invite":
      return { action, times: [...draft.times], minutes, place, askFor: draft.askFor.trim(), words: words(draft.inviteWords), ...street };
    case "ask":
      return { action, text: draft.question.trim() };
    case "offer": {
      const details = { startOn: draft.startOn, firstShift: draft.firstShift.trim(), bring: words(draft.bring) };
      return { action, pay: readPay(draft.pay) ?? 0, place, words: words(draft.offerWords), ...details, ...street };
    }
    case "decline":
      return { action, reason: draft.reason || "other", words: words(draft.declineWords) };
  }
}
