import { expect, it } from "vitest";
import { formatAdvice, adviceName, adviceTone } from "./advice.ts";

it.each([
  ["HIRE", "HIRE", "good", "Recommendation: move forward"],
  ["SECOND_INTERVIEW", "SECOND INTERVIEW", "spark", "Recommendation: second interview"],
  ["NO_HIRE", "NO HIRE", "bad", "Recommendation: not for this job"],
  ["NOT_A_FIT_AT_ALL", "NOT A FIT AT ALL", "bad", "Recommendation: not for this job"],
])("%s", (recommendation, name, tone, words) => {
  const report = { recommendation, needsPerson: true };
  expect(adviceName(report)).toBe(name);
  expect(adviceTone(recommendation)).toBe(tone);
  expect(formatAdvice(report)).toBe(words);
});

it.each([
  [true, "A person decides"],
  [false, "No recommendation: not enough to go on"],
])("without enough evidence, with answers left to a person: %s", (needsPerson, words) => {
  const report = { recommendation: "INSUFFICIENT_EVIDENCE", needsPerson };
  expect(adviceName(report)).toBe(words);
  expect(adviceTone(report.recommendation)).toBe("plain");
  expect(formatAdvice(report)).toBe(words);
});
