/** The first owner of an employer accepts the invitation, sets up two-step sign-in, invites a manager, and returns by link. */

import { readFileSync } from "node:fs";
import { codeOf } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

// A visitor has no session (401), the only owner cannot leave (409), and a used link has expired (410).
test.use({ expectedErrors: [/status of (401|409|410)/] });

test("an owner joins, builds a team, and signs in again by mailed link @desktop", { tag: "@core" }, async ({ page, server, inspect }) => {
  const unique = crypto.randomUUID();
  const [ana, theo] = [`ana.${unique}@spoons.example`, `theo.${unique}@spoons.example`];
  server.addEmployer("Two Spoons Diner", ana);

  await page.goto("/desk/team");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to hire");
  await inspect("sign-in");

  await page.goto(await server.deskLinkMailedTo(ana, "invitation"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join Two Spoons Diner");
  await inspect("invitation");
  await page.getByRole("button", { name: "Accept the invitation" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up two-step sign-in");
  const secret = (await page
    .locator("b")
    .filter({ hasText: /^[A-Z2-7 ]{32,}$/ })
    .textContent())!.replaceAll(" ", "");
  await inspect("set-up");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Keep your recovery codes" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(10);
  await inspect("recovery-codes");
  const shown = await page.getByRole("main").getByRole("listitem").allTextContents();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).click()]);
  expect(readFileSync(await download.path(), "utf8").split("\n")).toEqual(shown);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I've saved them" }).click();

  await expect(page).toHaveURL("/desk");
  await page.goto("/desk/team");
  await expect(page.getByText("Only one owner")).toBeVisible();
  await inspect("team");
  await page.getByRole("button", { name: "Invite someone" }).filter({ visible: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Theo Grant");
  await page.getByLabel("Work email").fill(theo);
  await inspect("invite");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Invited: Manager")).toBeVisible();
  expect(await server.deskLinkMailedTo(theo, "invitation")).toContain("/desk/invitation?key=");

  await page.getByRole("button", { name: "Change Ana Whitlock" }).click();
  await page.getByRole("button", { name: "Leave the team" }).click();
  await expect(page.getByRole("heading", { name: "Leave the team?" })).toBeVisible();
  await inspect("leave");
  await page.getByRole("button", { name: "Leave the team" }).click();
  await expect(page.getByText("Make someone else an owner first.")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/desk/account");
  await expect(page.getByText("This device")).toBeVisible();
  await inspect("account");
  const wide = await page.evaluate(() => innerWidth >= 900);
  await page.getByRole("button", { name: wide ? "Ana" : "Menu", exact: true }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to hire");

  await page.goto("/desk/team");
  await page.getByLabel("Work email").fill(ana);
  await page.getByRole("button", { name: "Use a password" }).click();
  await expect(page.getByLabel("Work email")).toHaveValue(ana);
  await inspect("password");
  await page.getByRole("button", { name: "Email me a link instead" }).click();
  await expect(page.getByLabel("Work email")).toHaveValue(ana);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  const link = await server.deskLinkMailedTo(ana, "sign-in");
  await page.goto(link);
  await page.reload(); // Opening it does not use it up.
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
  await inspect("code");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 1)); // The code of this half minute was used.
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/desk/team");
  await page.goto("/desk/fairness");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await inspect("fairness");
  await page.goto("/desk/connections");
  const feed = page.getByRole("textbox", { name: "Feed address" });
  await expect(feed).toHaveValue(/\/feeds\/employers\/.+\.xml$/);
  expect((await page.request.get(new URL(await feed.inputValue()).pathname)).headers()["content-type"]).toContain("application/xml");
  await inspect("connections");
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("has expired or was already used")).toBeVisible();
});
