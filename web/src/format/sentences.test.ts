import { expect, it } from "vitest";
import { inSentence } from "./sentences.ts";

it.each([
  ["2 p. m. a 10 p. m.", "2\u00a0p. m. a 10\u00a0p. m"],
  ["14 Main St.", "14 Main St"],
  ["2 PM to 10 PM", "2\u00a0PM to 10\u00a0PM"],
  ["5 pmts", "5 pmts"],
  ["", ""],
])("leaves the last period of %o to its sentence", (words, expected) => {
  expect(inSentence(words)).toBe(expected);
});
