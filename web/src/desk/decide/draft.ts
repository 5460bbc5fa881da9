import type { Unsent } from "#/api/deskDecide.queries.ts";
import { Decline } from "#/api/limits.gen.ts";
import type { DecideOptions, DeclineReason, DraftMove, NewMove } from "#/api/types.ts";
import { calendarDate } from "#/format/zones.ts";
import { type DecideAction, REASONS } from "./words.ts";

export const DECIDE_ACTIONS: readonly DecideAction[] = ["invite", "ask", "offer", "decline"];

/** How long a candidate has to answer an offer, as the form begins. */
const ANSWER_MS = 3 * 86_400_000;

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
  /** The last day on which the candidate is asked to answer the offer. */
  answerBy: string;
  firstShift: string;
  bring: string;
  offerWords: string;
  reason: DeclineReason | "";
  declineWords: string;
}

/** Returns the draft that the forms begin with. */
export function beginDraft({ place, withoutStreet, askFor, zone }: DecideOptions): Draft {
  return {
    times: [],
    place: withoutStreet ? "" : place,
    city: withoutStreet?.city ?? null,
    askFor,
    inviteWords: "",
    question: "",
    pay: "",
    startOn: "",
    answerBy: calendarDate(zone, new Date(Date.now() + ANSWER_MS)),
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
    answerBy: move.answerBy ?? empty.answerBy,
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
export type DraftField = "times" | "place" | "askFor" | "question" | "pay" | "startOn" | "answerBy" | "firstShift" | "reason" | WordsField;

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
      return [
        ...(readPay(draft.pay) === null ? (["pay"] as const) : []),
        ...empty("startOn"),
        ...(draft.answerBy === "" || (draft.startOn !== "" && draft.answerBy > draft.startOn) ? (["answerBy"] as const) : []),
        ...empty("firstShift", "place"),
        ...long("offerWords"),
      ];
    case "decline":
      return [...empty("reason"), ...(draft.reason === "other" ? empty("declineWords") : []), ...long("declineWords")];
  }
}

/** Returns the move as far as it can be previewed: an offer from its first field on; null if there is nothing to show. */
export function draftMoveOf(action: DecideAction, draft: Draft, minutes: number): DraftMove | null {
  if (action !== "offer") return moveOf(action, draft, minutes);
  if (missingFields(action, draft).includes("offerWords")) return null;
  const text = (typed: string) => typed.trim() || null;
  return {
    action,
    pay: readPay(draft.pay),
    startOn: draft.startOn || null,
    answerBy: draft.answerBy || null,
    firstShift: text(draft.firstShift),
    place: addressOf(draft).place || null,
    bring: text(draft.bring),
    words: text(draft.offerWords),
  };
}

/** Returns the move as the server takes it; null while something is missing. */
export function moveOf(action: DecideAction, draft: Draft, minutes: number): NewMove | null {
  if (missingFields(action, draft).length > 0) return null;
  const words = (text: string) => text.trim() || null;
  const { place, ...street } = addressOf(draft);
  switch (action) {
    case "invite":
      return { action, times: [...draft.times], minutes, place, askFor: draft.askFor.trim(), words: words(draft.inviteWords), ...street };
    case "ask":
      return { action, text: draft.question.trim() };
    case "offer": {
      const details = { startOn: draft.startOn, answerBy: draft.answerBy, firstShift: draft.firstShift.trim(), bring: words(draft.bring) };
      return { action, pay: readPay(draft.pay) ?? 0, place, words: words(draft.offerWords), ...details, ...street };
    }
    case "decline":
      return { action, reason: draft.reason || "other", words: words(draft.declineWords) };
  }
}

/** Where they meet or work; with the street of a location that had none. Somebody may type the city after the street. */
function addressOf({ place, city }: Draft): { place: string; street?: string } {
  const typed = place.trim();
  if (typed === "" || city === null) return { place: typed };
  const endings = [city, city.replace(/ \d{5}$/, ""), city.split(",")[0] ?? city].map((one) => `, ${one.toLowerCase()}`);
  const ending = endings.find((one) => typed.toLowerCase().endsWith(one));
  const street = ending ? typed.slice(0, -ending.length) : typed;
  return { place: `${street}, ${city}`, street };
}
