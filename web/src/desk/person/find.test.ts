import { expect, it } from "vitest";
import type { PersonAnswer } from "#/api/deskPerson.queries.ts";
import { findWords, markHits } from "./find.ts";

const passage = (begin: number, text: string) => ({
  begin,
  end: begin + 4,
  text,
  degree: "heard" as const,
  language: null,
  words: text.split(" ").map((word, at) => ({ text: word, begin: begin + at, end: begin + at + 1 })),
});
const ANSWER: PersonAnswer = {
  order: 1,
  question: "Why?",
  mode: "spoken",
  text: "Trabajé en la cocina",
  silence: null,
  delay: null,
  understood: "heard",
  language: "es",
  passages: [passage(0, "Trabajé en la cocina"), passage(5, "y en otra COCINA más")],
  media: "/1",
  mediaType: "video/webm",
  duration: 9,
  corrected: false,
  correctedAt: null,
};
const TYPED: PersonAnswer = { ...ANSWER, order: 2, mode: "typed", text: "La cocina\nes mía", passages: [], media: null, mediaType: null };

it("finds words in all answers without case and accents, with the time of the word", () => {
  expect(findWords(" Cócina ", [ANSWER, TYPED])).toEqual([
    { answer: 1, passage: 0, from: 14, to: 20, begin: 3 },
    { answer: 1, passage: 1, from: 10, to: 16, begin: 8 },
    { answer: 2, passage: 0, from: 3, to: 9, begin: null },
  ]);
  expect(findWords("trabaje\u0301  EN", [ANSWER])).toMatchObject([{ from: 0, to: 10, begin: 0 }]);
  expect(findWords("cocina es", [TYPED]), "across a line").toHaveLength(1);
  expect([findWords("  ", [ANSWER]), findWords("plancha", [ANSWER])]).toEqual([[], []]);
});

it("cuts a text at the places found, also within a quote", () => {
  const hits = findWords("cocina", [ANSWER]).filter((hit) => hit.passage === 0);
  const parts = [
    { text: "Trabajé en la ", marked: false },
    { text: "cocina", marked: true },
  ];
  expect(markHits(parts, hits, hits[0] ?? null)).toEqual([
    { text: "Trabajé en la ", marked: false },
    { text: "cocina", marked: true, found: "current" },
  ]);
  expect(markHits([{ text: "Trabajé en la cocina", marked: false }], hits, null).map(({ text, found }) => [text, found])).toEqual([
    ["Trabajé en la ", undefined],
    ["cocina", "other"],
  ]);
});
