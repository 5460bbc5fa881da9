/** One browser, several tabs: each keeps its own list, and none acts for another member. A search by phone number on a phone. */

import { createScoredInterview, sendApplication } from "../support/interviews.ts";
import { createAccount } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addMember, type Member, readFirstAnswer, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

// The former member's tab is told that somebody else is signed in now.
test.use({ contextOptions: { reducedMotion: "reduce" }, expectedErrors: [/status of 401/] });

async function add(server: Server, member: Member, name: string, { watched = false, phone }: { watched?: boolean; phone?: string } = {}): Promise<void> {
  const [firstName = "", lastName = ""] = name.split(" ");
  const account = await createAccount(server.url, 5, { firstName, lastName, ...(phone && { phone }) });
  await createScoredInterview(null, server, account);
  const id = await sendApplication(server, account, member);
  if (watched) await readFirstAnswer(server, member, id);
}

test("two tabs of one member keep their own filters, pages and people", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const devin = addMember(server, { name: "Devin Park" });
  for (const name of ["Ana Haddad", "Ben Sorensen"]) await add(server, devin, name, { watched: true });
  for (const name of ["Nina Novak", "Omar Kim"]) await add(server, devin, name);
  await setStaffSession(page.context(), server.url, devin);
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/desk/applications?stage=in_review");
  await other.goto("/desk/applications?stage=submitted");
  await expect(page.locator("tbody tr")).toHaveCount(2);
  await expect(other.locator("tbody tr")).toHaveCount(2);

  await page.getByRole("link", { name: "Ana Haddad" }).click();
  await other.getByRole("link", { name: "Nina Novak" }).click();
  await expect(page.getByText("1 of 2, Needs a reply")).toBeVisible();
  await expect(other.getByText("1 of 2, Needs a reply")).toBeVisible();
  await page.keyboard.press("j");
  await other.keyboard.press("j");
  await expect(page.getByRole("heading", { level: 1, name: "Ben Sorensen" })).toBeVisible();
  await expect(other.getByRole("heading", { level: 1, name: "Omar Kim" })).toBeVisible();

  // A reload and the way back lead to the tab's own list.
  await page.reload();
  await expect(page.getByText("2 of 2, Needs a reply")).toBeVisible();
  for (const [tab, names] of [
    [page, ["Ana Haddad", "Ben Sorensen"]],
    [other, ["Nina Novak", "Omar Kim"]],
  ] as const) {
    await tab.getByRole("link", { name: "Applications" }).last().click();
    await expect(tab.locator("tbody [data-row]")).toHaveText([...names]);
  }
});

test("the tab of a member who was followed by another one shows nobody anymore", async ({ page, server, inspect }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const devin = addMember(server, { name: "Devin Park" });
  const eve = addMember(server, { name: "Eve Stone" });
  await add(server, devin, "Ana Haddad");
  await add(server, eve, "Rosa Marin");
  await setStaffSession(page.context(), server.url, devin);
  await page.goto("/desk/applications");
  await expect(page.locator("tbody tr")).toHaveText(/Ana Haddad/);

  await setStaffSession(page.context(), server.url, eve);
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 1280, height: 800 });
  await other.goto("/desk/applications");
  await expect(other.locator("tbody tr")).toHaveText(/Rosa Marin/);

  await page.keyboard.press("o"); // Sorts the list, which asks the server.
  await expect(page.getByRole("heading", { name: `Eve Stone (${eve.employerName}) is signed in now` })).toBeVisible();
  await expect(page.getByText("Ana Haddad")).toHaveCount(0);
  await inspect("somebody-else");
  await page.getByRole("button", { name: "Continue as Eve Stone" }).click();
  await expect(page.getByRole("heading", { name: "Rosa Marin" }).first()).toBeVisible();
  await expect(page.getByText("Ana Haddad")).toHaveCount(0);
});

test("a search by phone number on a phone leads to the person and back", async ({ page, server, inspect }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const maria = addMember(server);
  await add(server, maria, "Ana Haddad");
  await add(server, maria, "Omar Kim", { phone: "(212) 555-0142" });
  await setStaffSession(page.context(), server.url, maria);
  await page.goto("/desk/applications");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await page.getByRole("searchbox").fill("212 555 0142");
  await page.getByRole("searchbox").press("Enter");
  await expect(rows).toHaveCount(1);
  await inspect("found");
  await rows.getByRole("link", { name: "Omar Kim" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Omar Kim" })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveText(/Omar Kim/);
  await expect(page.getByRole("searchbox")).toHaveValue("212 555 0142");
});
