import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApplyToSeveral, SeveralLink } from "./ApplyToSeveral.tsx";

it.each([
  [0, false],
  [1, false],
  [2, true],
])("offers to apply to several of %i jobs: %s", (jobs, offered) => {
  render(
    <ApplyToSeveral jobs={jobs}>
      The list
      <SeveralLink />
    </ApplyToSeveral>,
  );
  screen.getByText("The list");
  expect(screen.queryByRole("button", { name: "Apply to several" }) !== null).toBe(offered);
});
