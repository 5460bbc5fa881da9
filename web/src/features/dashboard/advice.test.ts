import { expect, it } from "vitest";
import { adviceTone, canSayMore, formatAdvice, readingOf } from "./advice.ts";

it.each([
  ["HIRE", true, "good", "Strong answers"],
  ["SECOND_INTERVIEW", true, "plain", "Good answers"],
  ["NO_HIRE", true, "plain", "You can say more"],
  ["NOT_A_FIT_AT_ALL", true, "plain", "You can say more"],
  ["INSUFFICIENT_EVIDENCE", true, "plain", "A person reads some answers"],
  ["INSUFFICIENT_EVIDENCE", false, "plain", "Not enough to go on: say more"],
])("%s is kind, and never a verdict", (recommendation, needsPerson, tone, words) => {
  expect(adviceTone(recommendation)).toBe(tone);
  expect(formatAdvice({ recommendation, needsPerson }, "awaited")).toBe(words);
});

it("promises no person where nobody reads answers", () => {
  expect(readingOf({ awaitsPerson: true, hasReader: false })).toBe("nobody");
  expect(readingOf({ awaitsPerson: true, hasReader: true })).toBe("awaited");
  expect(readingOf({ awaitsPerson: false, hasReader: false })).toBe("read");
  expect(formatAdvice({ recommendation: "INSUFFICIENT_EVIDENCE", needsPerson: true }, "nobody")).toBe("Some answers have no level");
});

it("lets more be said where too little was said", () => {
  expect(canSayMore({ recommendation: "INSUFFICIENT_EVIDENCE", needsPerson: false })).toBe(true);
  expect(canSayMore({ recommendation: "INSUFFICIENT_EVIDENCE", needsPerson: true })).toBe(false);
  expect(canSayMore(null)).toBe(false);
});
