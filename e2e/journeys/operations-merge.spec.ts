/** An operator merges two records of one employer: chosen by its owners, with the numbers first, and the name typed. */

import { expect, test } from "../support/test.ts";
import { createAccount, setSession } from "../support/people.ts";

test.use({ expectedErrors: [/409/] });

test("merges two records of an employer @desktop", async ({ page, request, server, inspect }) => {
  const account = await createAccount(server.url, 5);
  server.addOperator(account.email);
  await setSession(page.context(), server.url, account);
  server.addEmployer("Corner Bakery", "ana@corner.example");
  server.addEmployer("CORNER  Bakery", "rob@corner.example");
  const invitation = await server.deskLinkMailedTo("ana@corner.example", "invitation");
  const key = new URL(invitation, server.url).searchParams.get("key");
  const accepted = await request.post(`${server.url}/api/desk/invitations/${key}`, { data: { name: "Ana Whitlock" }, headers: { Origin: server.url } });
  expect(accepted.status()).toBe(200);

  await page.goto("/operations");
  const card = page.getByRole("region", { name: "Employers" });
  await card.getByRole("searchbox").fill("corner");
  await card
    .getByRole("button", {
      name: "Merge Corner Bakery into another record",
      exact: true,
    })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "CORNER Bakery: no owner", exact: true }).check();
  await expect(dialog.getByText("The record that stays has no active owner.")).toBeVisible();
  await inspect("refused");
  await page.keyboard.press("Escape");
  await card
    .getByRole("button", {
      name: "Merge CORNER Bakery into another record",
      exact: true,
    })
    .click();
  await dialog
    .getByRole("radio", {
      name: "Corner Bakery: ana@corner.example",
      exact: true,
    })
    .check();
  await expect(dialog.getByText("Keys, webhooks, links, claims and invitations that end: 1")).toBeVisible();
  await inspect("preview");
  await dialog.getByRole("textbox").fill("Corner Bakery");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("Merged. Jobs moved: 0. Applications moved: 0.", {
      exact: true,
    }),
  ).toBeVisible();
  await expect(card.getByText("Closed", { exact: true })).toBeVisible();
});
