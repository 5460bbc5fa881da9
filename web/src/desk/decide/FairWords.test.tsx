/** Words about a protected trait are pointed out with a better sentence; sending stops once. */

import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FairWords } from "./FairWords.tsx";

it("quotes the words and offers a better sentence", () => {
  render(<FairWords text="You are too old" findings={[{ trait: "age", words: "too old" }]} />);
  expect(screen.getByRole("status").textContent).toContain("“too old” About age. Better: “This job needs somebody who can work at a fast pace.”");
});

it.each([
  ["race", "white server"],
  ["looks", "pretty faces"],
  ["union", "union"],
] as const)("offers a sentence about %s", (trait, words) => {
  render(<FairWords text={words} findings={[{ trait, words }]} />);
  expect(screen.getByRole("status").textContent).toMatch(new RegExp(`“${words}” About ${trait}s?\\. Better: “.+”`));
});

it("says nothing where nothing was found", () => {
  render(<FairWords text="" findings={[]} />);
  expect(screen.getByRole("status").textContent).toBe("");
});
