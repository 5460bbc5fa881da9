/** The account page shows how many recovery codes are left. */

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { it } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MEMBER } from "#/testing/member.ts";
import { serve } from "#/testing/server.ts";

it("shows how many recovery codes are left, and the number after new ones are made", async () => {
  const user = userEvent.setup();
  let left = 1;
  serve({
    "GET /api/desk/me": () => ({ body: { employer: EMPLOYER, member: { ...MEMBER, recoveryCodesLeft: left } } }),
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/sessions": { body: { sessions: [] } },
    "POST /api/desk/second-factor/recovery-codes": () => {
      left = 2;
      return { body: { codes: ["aaaaa-bbbbb", "ccccc-ddddd"] } };
    },
  });
  openDeskApp("/desk/account");
  await screen.findByText("Recovery codes left: 1");
  await user.click(screen.getByRole("button", { name: "Make new recovery codes" }));
  await user.type(screen.getByLabelText("Code"), "123456{Enter}");
  await screen.findByText("aaaaa-bbbbb");
  await screen.findByText("Recovery codes left: 2");
});
