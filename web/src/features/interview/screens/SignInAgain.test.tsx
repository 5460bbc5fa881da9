import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { SignInAgain } from "./SignInAgain.tsx";

it("says at its field that the password is missing, and sends nothing", async () => {
  const calls = serve({});
  showAlone(<SignInAgain user={someUser()} onSignedIn={() => {}} onLater={() => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
  screen.getByText("Password is required");
  expect(calls).toEqual([]);
  await userEvent.type(screen.getByLabelText("Password"), "x");
  expect(screen.queryByText("Password is required")).toBeNull();
});
