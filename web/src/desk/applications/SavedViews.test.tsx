import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { SaveView } from "./SavedViews.tsx";

it("says at its field that a view has no name, and saves none", async () => {
  const calls = serve({});
  showAlone(<SaveView filters={{ view: "late" }} onDone={() => {}} />);
  await userEvent.type(screen.getByLabelText("Name of the view"), "  ");
  await userEvent.click(screen.getByRole("button", { name: "Save view" }));
  screen.getByText("Give the view a name.");
  expect(screen.getByLabelText("Name of the view").getAttribute("aria-invalid")).toBe("true");
  expect(calls).toEqual([]);
});
