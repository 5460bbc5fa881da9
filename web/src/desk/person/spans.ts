import type { AskedQuestion, Passage } from "#/api/deskPerson.queries.ts";

/** A stretch of a recording, in seconds. */
export interface Span {
  begin: number;
  end: number;
}

/** What is needed of a passage to find a place in it. */
type Stretch = Pick<Passage, "begin" | "end" | "text">;

/** A part of a passage's text; `marked` if it belongs to a quote. */
export interface TextPart {
  text: string;
  marked: boolean;
  /** Set if it was looked for; `current` if it is the place that was jumped to. */
  found?: "current" | "other";
}

/** Where a quote was found: the passages' indexes, and the characters within the first and the last one. */
interface Found {
  first: number;
  from: number;
  last: number;
  to: number;
}

const LETTER = /[\p{L}\p{N}]/u;

/** The index of the passage at a time; -1 before the first one. */
export function passageAt(passages: readonly Stretch[], time: number): number {
  const after = passages.findIndex(({ begin }) => begin > time);
  return after < 0 ? passages.length - 1 : after - 1;
}

/** Finds a part of a quote in the passages, ignoring case, punctuation and spaces. */
function find(part: string, passages: readonly Stretch[]): Found | null {
  const wanted = [...part.toLowerCase()].filter((one) => LETTER.test(one)).join("");
  if (!wanted) return null;
  let letters = "";
  const places: { passage: number; at: number; after: number }[] = [];
  for (const [passage, { text }] of passages.entries()) {
    let at = 0;
    for (const one of text) {
      const lower = LETTER.test(one) ? one.toLowerCase() : "";
      // A letter may become several units in lower case; each needs a place.
      for (const unit of lower.split("")) {
        letters += unit;
        places.push({ passage, at, after: at + one.length });
      }
      at += one.length;
    }
  }
  const start = letters.indexOf(wanted);
  const first = places[start];
  const last = places[start + wanted.length - 1];
  return start >= 0 && first && last ? { first: first.passage, from: first.at, last: last.passage, to: last.after } : null;
}

/** The parts of a quote that are in these passages. The server puts an ellipsis where a quote leaves something out. */
function findParts(quote: string, passages: readonly Stretch[]): Found[] {
  return quote.split(" … ").flatMap((part) => find(part, passages) ?? []);
}

/** The times of a quote's parts: those of the passages that contain them. None of a part that is not there, or has no end. */
export function spansOf(quote: string, passages: readonly Stretch[], duration: number | null): Span[] {
  return findParts(quote, passages).flatMap((found) => {
    const begin = passages[found.first]?.begin;
    const end = passages[found.last]?.end ?? passages[found.last + 1]?.begin ?? duration;
    return begin != null && end != null && end > begin ? [{ begin, end }] : [];
  });
}

/** The texts of the passages, cut where the parts of a quote begin and end. */
export function markQuote(quote: string | null, passages: readonly Stretch[]): TextPart[][] {
  const parts = quote ? findParts(quote, passages) : [];
  return passages.map(({ text }, index) => {
    const cut: TextPart[] = [];
    let at = 0;
    for (const { first, from, last, to } of parts) {
      if (index < first || index > last) continue;
      const begin = Math.max(index === first ? from : 0, at);
      const end = index === last ? to : text.length;
      cut.push({ text: text.slice(at, begin), marked: false }, { text: text.slice(begin, end), marked: true });
      at = Math.max(begin, end);
    }
    return [...cut, { text: text.slice(at), marked: false }].filter((part) => part.text);
  });
}

/** A piece of text: a spoken word, by its index, or what is between two of them (null). */
export interface Piece {
  text: string;
  word: number | null;
}

/** Where the words of a passage are in its text: characters from and to. */
export function wordPlaces({ text, words }: Pick<Passage, "text" | "words">): { word: number; from: number; to: number }[] {
  let at = 0;
  return words.flatMap((one, word) => {
    const spoken = one.text.trim();
    const from = spoken ? text.indexOf(spoken, at) : -1;
    if (from < 0) return [];
    at = from + spoken.length;
    return [{ word, from, to: at }];
  });
}

/** The parts of a passage's text, cut into its words. */
export function piecesOf(parts: readonly TextPart[], passage: Pick<Passage, "text" | "words">): Piece[][] {
  const { text } = passage;
  const places = wordPlaces(passage);
  let begin = 0;
  return parts.map((part) => {
    const end = begin + part.text.length;
    const pieces: Piece[] = [];
    for (const { word, from, to } of places) {
      if (to <= begin || from >= end) continue;
      if (from > begin) pieces.push({ text: text.slice(begin, from), word: null });
      begin = Math.min(to, end);
      pieces.push({ text: text.slice(Math.max(from, end - part.text.length), begin), word });
    }
    if (begin < end) pieces.push({ text: text.slice(begin, end), word: null });
    begin = end;
    return pieces;
  });
}

/** The word that is spoken at a time, by its index; -1 before the first one. */
export function wordAt({ words }: Pick<Passage, "words">, time: number): number {
  const after = words.findIndex(({ begin }) => begin > time);
  return after < 0 ? words.length - 1 : after - 1;
}

/** Longest reel, in seconds. */
const REEL_SECONDS = 60;

export interface ReelPart extends Span {
  answer: number;
}

/** The quoted parts of the answers whose AI level this member may see, in order, up to a minute in all. */
export function reelOf(questions: readonly AskedQuestion[]): ReelPart[] {
  const parts: ReelPart[] = [];
  let left = REEL_SECONDS;
  for (const { machine, answers } of questions) {
    for (const { media, order, passages, duration } of answers) {
      for (const { begin, end } of machine?.quote && media ? spansOf(machine.quote, passages, duration) : []) {
        if (left <= 0) return parts;
        parts.push({ answer: order, begin, end: Math.min(end, begin + left) });
        left -= end - begin;
      }
    }
  }
  return parts;
}
