import { expect, it } from "vitest";
import { noMatches, someMatches } from "#/testing/matches.ts";
import { highlightsOf } from "./Found.tsx";

it("makes only true statements about the matches, with their counts", () => {
  expect(highlightsOf(someMatches())).toEqual([
    { text: "Salary matches expectations", count: null },
    { text: "Convenient locations", count: null },
    { text: "Schedule fits availability", count: 1 },
  ]);
  expect(highlightsOf(noMatches)).toEqual([]);
});
