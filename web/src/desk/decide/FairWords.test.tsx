/** Words about a protected trait are pointed out with a better sentence; nothing stops the member. */

import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FairWords } from "./FairWords.tsx";

it("quotes the words and offers a better sentence", () => {
  render(<FairWords findings={[{ trait: "age", words: "too old" }]} />);
  expect(screen.getByRole("status").textContent).toContain("“too old” About age. Better: “This job needs somebody who can work at a fast pace.”");
});

it.each([
  ["race", "white server"],
  ["looks", "pretty faces"],
  ["union", "union"],
] as const)("offers a sentence about %s", (trait, words) => {
  render(<FairWords findings={[{ trait, words }]} />);
  expect(screen.getByRole("status").textContent).toMatch(new RegExp(`“${words}” About ${trait}s?\\. Better: “.+”`));
});

it("says nothing where nothing was found", () => {
  render(<FairWords findings={[]} />);
  expect(screen.getByRole("status").textContent).toBe("");
});
