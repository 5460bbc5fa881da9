import type { PersonAnswer } from "#/api/deskPerson.queries.ts";
import { type TextPart, wordPlaces } from "./spans.ts";

/** A place in an answer where the words that were looked for are said. */
export interface Hit {
  answer: number;
  passage: number;
  /** Characters of the passage's text. */
  from: number;
  to: number;
  /** When that is said, in seconds; null for text without times. */
  begin: number | null;
}

/** A text without case and accents, and the place in the text of each of its units, with the end last. */
function fold(text: string): { folded: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  let at = 0;
  for (const one of text) {
    const plain = one.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s/u, " ");
    for (const unit of plain.split("")) {
      folded += unit;
      places.push(at);
    }
    at += one.length;
  }
  return { folded, places: [...places, at] };
}

/** Where a text contains words, ignoring case and accents: characters from and to. */
function placesOf(wanted: string, text: string): [from: number, to: number][] {
  const { folded, places } = fold(text);
  const found: [number, number][] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    found.push([places[at] ?? 0, places[at + wanted.length] ?? text.length]);
  }
  return found;
}

/** Every place in these answers, in order, where words are said or written. */
export function findWords(words: string, answers: readonly PersonAnswer[]): Hit[] {
  const wanted = fold(words.trim().replace(/\s+/gu, " ")).folded;
  if (!wanted) return [];
  return answers.flatMap((answer) => {
    const timed = hasTimes(answer);
    const passages = timed ? answer.passages : [{ begin: 0, text: answer.text ?? "", words: [] }];
    return passages.flatMap((passage, index) =>
      placesOf(wanted, passage.text).map(([from, to]): Hit => {
        const word = wordPlaces(passage).find((one) => one.to > from)?.word;
        const begin = (word === undefined ? undefined : passage.words[word]?.begin) ?? passage.begin;
        return { answer: answer.order, passage: index, from, to, begin: timed ? begin : null };
      }),
    );
  });
}

/** Whether the text of an answer is shown with times, next to its recording. */
export function hasTimes({ media, passages }: PersonAnswer): boolean {
  return media !== null && passages.length > 0;
}

/** The parts of a text, cut where hits in it begin and end. */
export function markHits(parts: readonly TextPart[], hits: readonly Hit[], current: Hit | null): TextPart[] {
  let begin = 0;
  return parts.flatMap((part) => {
    const end = begin + part.text.length;
    const cuts = hits.flatMap(({ from, to }) => [from, to]).filter((cut) => cut > begin && cut < end);
    const edges = [begin, ...cuts, end];
    begin = end;
    return edges.slice(1).map((to, at): TextPart => {
      const from = edges[at] ?? to;
      const hit = hits.find((one) => one.from <= from && to <= one.to);
      const text = part.text.slice(from - end + part.text.length, to - end + part.text.length);
      return { text, marked: part.marked, ...(hit && { found: hit === current ? ("current" as const) : ("other" as const) }) };
    });
  });
}
