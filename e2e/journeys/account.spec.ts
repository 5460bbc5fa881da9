/** One's own account: what is known of oneself, proving addresses, passwords, and the devices one is signed in on. */

import type { Page } from "@playwright/test";
import { beSignedIn, fillPasswords, onboarded, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, expectedErrors: [/status of 4\d\d/] });

const NEW_PASSWORD = "a quite different day";

const said = (page: Page, words: string) => expect(page.getByText(words, { exact: true }).first()).toBeVisible();

test("changes their addresses, and proves them by codes @desktop", async ({ page, context, server, inspect }) => {
  const account = await onboarded(server.url, 4);
  await beSignedIn(context, server.url, account);
  await page.goto("/profile");

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("First Name").fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await said(page, "First name is required");
  await inspect("editing");
  await page.getByLabel("First Name").fill("Rosario");
  await page.getByLabel("Phone").fill("(212) 555-0142");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await said(page, "Your profile has been successfully updated.");
  await expect(page.getByText("Verified", { exact: true })).toHaveCount(0);

  await page.getByText("Verify phone", { exact: true }).click();
  await expect(page.getByText("We sent a code to (212) 555-0142.")).toBeVisible();
  await inspect("phone-code");
  await page.getByLabel("Code", { exact: true }).fill(await server.codeTextedTo("+12125550142"));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await said(page, "Phone Verified");
  await said(page, "Verified");

  await page.getByText("Confirm email", { exact: true }).click();
  const code = await server.codeMailedTo(account.email);
  await page.getByLabel("Code", { exact: true }).fill(code === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await said(page, "Not Confirmed");
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await said(page, "Email Confirmed");
  await expect(page.getByText("Confirm email", { exact: true })).toBeHidden();
  await inspect("verified");
});

test("changes the password, which signs out everywhere else", async ({ page, server, inspect }) => {
  const account = await onboarded(server.url, 4);
  await page.goto("/login?next=/profile");
  await signIn(page, account);
  const places = page.getByRole("list", { name: "Where You Are Signed In" }).getByRole("listitem");
  await expect(places).toHaveCount(2);

  await page.getByRole("button", { name: "Change Password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current Password").fill("not the password");
  await fillPasswords(page, NEW_PASSWORD);
  await inspect("change-password");
  await dialog.getByRole("button", { name: "Change Password" }).click();
  await said(page, "Password Not Changed");
  await dialog.getByLabel("Current Password").fill(account.password);
  await dialog.getByRole("button", { name: "Change Password" }).click();
  await said(page, "Password Changed");
  await expect(dialog).toBeHidden();
  const elsewhere = await page.request.get("/api/auth/me", { headers: { Authorization: `Bearer ${account.token}` } });
  expect(elsewhere.status(), "the other session has ended").toBe(401);
});

test("signs out on the devices they no longer have", async ({ page, server }) => {
  const account = await onboarded(server.url, 4);
  await page.goto("/login?next=/profile");
  await signIn(page, account);
  const places = page.getByRole("list", { name: "Where You Are Signed In" }).getByRole("listitem");
  await expect(places).toHaveCount(2);
  await page.getByRole("button", { name: "Sign Out Everywhere Else" }).click();
  await said(page, "You're signed out everywhere else.");
  await expect(places).toHaveCount(1);
  await expect(places).toContainText("This device");
});

test("forgets the password and sets a new one with a mailed code", async ({ page, server, inspect }) => {
  const account = await onboarded(server.url, 2);
  await page.goto("/login");
  await page.getByLabel("Email Address").fill(account.email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByLabel("Email Address"), "nobody types it twice").toHaveValue(account.email);
  await inspect("forgot");
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByText(`Choose a new password for ${account.email}`)).toBeVisible();
  await page.getByLabel("Code from your email").fill(await server.codeMailedTo(account.email));
  await fillPasswords(page, "password");
  await page.getByRole("button", { name: "Set Password" }).click();
  await said(page, "This password is easy to guess. Please choose another.");
  await fillPasswords(page, NEW_PASSWORD);
  await page.getByRole("button", { name: "Set Password" }).click();
  await said(page, "Password Set Successfully");
  await expect(page).toHaveURL(/\/job-search$/);
});

test("is told how long to wait after too many tries", async ({ page, server, inspect }) => {
  const { email } = await onboarded(server.url, 1);
  const wrong = { email, password: "not the password" };
  const headers = { Origin: server.url };
  for (let tries = 0; tries < 10; tries += 1) await page.request.post("/api/auth/login", { data: wrong, headers });
  await page.goto("/login");
  await signIn(page, wrong);
  await expect(page.getByRole("timer")).toHaveText(/^Try again in \d+ min \d+ sec\.$/);
  await inspect("too-often");
});
