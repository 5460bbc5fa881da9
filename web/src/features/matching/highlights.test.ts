import { expect, it } from "vitest";
import { noMatches, someMatches } from "#/testing/matches.ts";
import { highlightsOf } from "./highlights.ts";

it("says of the matches only what is so, and for how many", () => {
  expect(highlightsOf(someMatches())).toEqual([
    { text: "Salary matches expectations", count: null },
    { text: "Convenient locations", count: null },
    { text: "Schedule fits availability", count: 1 },
  ]);
  expect(highlightsOf(noMatches)).toEqual([]);
});
