import { expect, it } from "vitest";
import { formatAdvice, adviceName, adviceTone } from "./advice.ts";

it.each([
  ["HIRE", "HIRE", "good", "Recommendation: move forward"],
  ["SECOND_INTERVIEW", "SECOND INTERVIEW", "spark", "Recommendation: second interview"],
  ["NO_HIRE", "NO HIRE", "bad", "Recommendation: not for this job"],
  ["INSUFFICIENT_EVIDENCE", "INSUFFICIENT EVIDENCE", "plain", "No recommendation: not enough evidence"],
  ["NOT_A_FIT_AT_ALL", "NOT A FIT AT ALL", "bad", "Recommendation: not for this job"],
])("%s", (recommendation, name, tone, words) => {
  expect(adviceName(recommendation)).toBe(name);
  expect(adviceTone(recommendation)).toBe(tone);
  expect(formatAdvice(recommendation)).toBe(words);
});
