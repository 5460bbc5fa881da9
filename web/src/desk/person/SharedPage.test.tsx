/** A review link opens in a browser of the person it was sent to, and says when it ends. */

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { QUESTION } from "#/testing/member.ts";
import { serve } from "#/testing/server.ts";

const LINK = "GET /api/desk/shared/the-key";
const REFUSED = { status: 403, body: { code: "review_code_required", message: "", reviewer: "Lena Brandt", address: "l•••@example.com" } };
const SHARED = {
  reviewer: "Lena Brandt",
  sharedBy: "Maria Ortiz",
  expiresAt: "2026-03-03T15:00:00Z",
  firstName: "Maya",
  title: "Line Cook",
  location: null,
  showsVideo: true,
  showsWords: true,
  showsScore: true,
  scoreDeclined: false,
  questions: [QUESTION],
};
const SIGNED_OUT = { "GET /api/desk/me": { status: 401, body: { code: "staff_not_signed_in", message: "" } } };

it("asks for the mailed code before it shows anything of the candidate", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  serve({
    ...SIGNED_OUT,
    [LINK]: () => (sent.length > 1 ? { body: SHARED } : REFUSED),
    "POST /api/desk/shared/the-key/code": { body: {} },
    "POST /api/desk/shared/the-key/open": (body) => {
      sent.push(body);
      if (sent.length === 1) return { status: 400, body: { code: "invalid_code", message: "That code is wrong." } };
      return { body: {} };
    },
  });
  openDeskApp("/desk/shared?key=the-key");
  await screen.findByRole("heading", { level: 1, name: "This link is for Lena Brandt" });
  await user.click(screen.getByRole("button", { name: "Email me the code" }));
  await screen.findByText("We emailed six digits to l•••@example.com. They work for 10 minutes.");
  await user.type(screen.getByLabelText("Code"), "111111{Enter}");
  await screen.findByText("That code is wrong.");
  await user.clear(screen.getByLabelText("Code"));
  await user.type(screen.getByLabelText("Code"), "222222{Enter}");
  await screen.findByText(/Maya can see that Lena Brandt watched/);
  expect(sent).toEqual([{ code: "111111" }, { code: "222222" }]);
});

it("says until which day and time, in which zone, it works", async () => {
  serve({ ...SIGNED_OUT, [LINK]: { body: SHARED } });
  openDeskApp("/desk/shared?key=the-key");
  await screen.findByText(/This link works until Tuesday, March 3, \d+:00 [AP]M [A-Z]+/);
});
