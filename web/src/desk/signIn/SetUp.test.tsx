import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { serve } from "#/testing/server.ts";

it("sets up two-step sign-in on the phone that is all there is", async () => {
  const uri = "otpauth://totp/Dayshift:ana%40example.com?secret=ABCDEFGH&issuer=Dayshift";
  serve({
    "GET /api/desk/me": { status: 401, body: { code: "second_factor_required", message: "", enrolled: false } },
    "POST /api/desk/second-factor/setup": { body: { secret: "ABCDEFGH", uri, size: 1, path: "M0 0" } },
  });
  const { person } = openDeskApp("/desk/sign-in");
  await screen.findByText(/^You need an authenticator app: a free app, .* It can be on this same phone\.$/);
  expect(screen.getByRole("link", { name: "Open the app on this phone" }).getAttribute("href")).toBe(uri);
  screen.getByText("ABCD EFGH");
  await person.click(screen.getByRole("button", { name: "Copy the key" }));
  await screen.findByText("Key copied", { ignore: "[role=status]" });
  expect(await navigator.clipboard.readText()).toBe("ABCDEFGH");
});
