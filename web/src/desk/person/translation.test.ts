import { expect, it } from "vitest";
import type { AskedQuestion, PersonAnswer } from "#/api/deskPerson.queries.ts";
import { inLanguage, isTranslated, nameOfLanguage } from "./translation.ts";

const answer: Omit<PersonAnswer, "question"> = {
  order: 1,
  mode: "typed",
  text: "Sí",
  silence: null,
  delay: null,
  understood: null,
  language: null,
  passages: [],
  media: null,
  mediaType: null,
  duration: null,
  corrected: false,
  correctedAt: null,
};
const QUESTION: AskedQuestion = {
  id: "experience",
  competency: "Experiencia",
  text: "¿Dónde trabajó?",
  levels: [{ level: 1, text: "Nada" }],
  language: "es",
  translations: [
    { language: "en", competency: "Experience", text: "Where did you work?", levels: [{ level: 1, text: "Nothing" }], asked: ["Where did you work?", null] },
  ],
  answers: [
    { ...answer, question: "¿Dónde trabajó?" },
    { ...answer, order: 2, question: "¿Y cuántas mesas?" },
  ],
  own: null,
  machine: null,
  machineFrom: null,
  others: [],
  hidden: 0,
};

it("shows question and levels in the reader's language, and what was worded for the person as it was asked", () => {
  const shown = inLanguage(QUESTION, "en");
  expect([shown.competency, shown.text, shown.levels[0]?.text]).toEqual(["Experience", "Where did you work?", "Nothing"]);
  expect(shown.answers.map(({ question, text }) => [question, text])).toEqual([
    ["Where did you work?", "Sí"],
    ["¿Y cuántas mesas?", "Sí"],
  ]);
  expect(isTranslated(QUESTION, "en")).toBe(true);
});

it("keeps the original for its own language and for one without the plan", () => {
  expect(inLanguage(QUESTION, "es")).toBe(QUESTION);
  expect(isTranslated(QUESTION, "es")).toBe(false);
  expect(isTranslated(QUESTION, "fr")).toBe(false);
});

it("names languages in the page's own", () => {
  expect(nameOfLanguage("es", "en-US")).toBe("Spanish");
});
