import { expect, it } from "vitest";
import { shortLevels } from "./RatingForm.tsx";

const rubric = (length: number) => [1, 2, 3, 4, 5].map((level) => ({ level, text: "a".repeat(length) }));

it("says a long rubric in short words, by what is asked", () => {
  expect(shortLevels({ id: "availability", levels: rubric(200) })?.at(-1)).toBe("Days, hours, changes, and how it went");
  expect(shortLevels({ id: "pressure", levels: rubric(200) })?.at(-1)).toBe("A real case, with its outcome");
});

it("leaves a short rubric as it is", () => {
  expect(shortLevels({ id: "pressure", levels: rubric(80) })).toBeNull();
  expect(shortLevels({ id: "pressure", levels: [] })).toBeNull();
});
