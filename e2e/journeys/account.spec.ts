/** The account: profile, verification of email and phone, passwords, and sessions. */

import type { Page } from "@playwright/test";
import { createAccount, fillPasswords, setSession, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 4\d\d/],
});

const NEW_PASSWORD = "a quite different day";

const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test("changes email and phone, and verifies them with codes @desktop", async ({ page, context, server, inspect }) => {
  const account = await createAccount(server.url, 4);
  await setSession(context, server.url, account);
  await page.goto("/profile");

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("First Name").fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectText(page, "First name is required");
  await inspect("editing");
  await page.getByLabel("First Name").fill("Rosario");
  await page.getByLabel("Phone").fill("(212) 555-0142");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectText(page, "Your profile has been successfully updated.");
  await expect(page.getByText("Verified", { exact: true })).toHaveCount(0);

  await page.getByText("Verify phone", { exact: true }).click();
  await expect(page.getByText("We sent a code to (212) 555-0142.")).toBeVisible();
  await inspect("phone-code");
  await page.getByLabel("Code", { exact: true }).fill(await server.codeTextedTo("+12125550142"));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectText(page, "Phone Verified");
  await expectText(page, "Verified");

  await page.getByText("Confirm email", { exact: true }).click();
  const code = await server.codeMailedTo(account.email);
  await page.getByLabel("Code", { exact: true }).fill(code === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectText(page, "Not Confirmed");
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectText(page, "Email Confirmed");
  await expect(page.getByText("Confirm email", { exact: true })).toBeHidden();
  await inspect("verified");
});

test("changes the password, which ends all other sessions", async ({ page, server, inspect }) => {
  const account = await createAccount(server.url, 4);
  await page.goto("/login?next=/profile");
  await signIn(page, account);
  const sessions = page.getByRole("list", { name: "Where You Are Signed In" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);

  await page.getByRole("button", { name: "Change Password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current Password").fill("not the password");
  await fillPasswords(page, NEW_PASSWORD);
  await inspect("change-password");
  await dialog.getByRole("button", { name: "Change Password" }).click();
  await expectText(page, "Password Not Changed");
  await dialog.getByLabel("Current Password").fill(account.password);
  await dialog.getByRole("button", { name: "Change Password" }).click();
  await expectText(page, "Password Changed");
  await expect(dialog).toBeHidden();
  const elsewhere = await page.request.get("/api/auth/me", {
    headers: { Authorization: `Bearer ${account.token}` },
  });
  expect(elsewhere.status(), "the other session is revoked").toBe(401);
});

test("signs out other devices", async ({ page, server }) => {
  const account = await createAccount(server.url, 4);
  await page.goto("/login?next=/profile");
  await signIn(page, account);
  const sessions = page.getByRole("list", { name: "Where You Are Signed In" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await page.getByRole("button", { name: "Sign Out Everywhere Else" }).click();
  await expectText(page, "You're signed out everywhere else.");
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText("This device");
});

test("resets a forgotten password with an emailed code", { tag: "@core" }, async ({ page, server, inspect }) => {
  const account = await createAccount(server.url, 2);
  await page.goto("/login");
  await page.getByLabel("Email Address").fill(account.email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByLabel("Email Address"), "the email is carried over").toHaveValue(account.email);
  await inspect("forgot");
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByText(`Choose a new password for ${account.email}`)).toBeVisible();
  await page.getByLabel("Code from your email").fill(await server.codeMailedTo(account.email));
  await fillPasswords(page, "password");
  await page.getByRole("button", { name: "Set Password" }).click();
  await expectText(page, "This password is easy to guess. Please choose another.");
  await fillPasswords(page, NEW_PASSWORD);
  await page.getByRole("button", { name: "Set Password" }).click();
  await expectText(page, "Password Set Successfully");
  await expect(page, "the person's own step").toHaveURL(/\/quick-questions$/);
});

test("shows how long to wait after too many attempts", async ({ page, server, inspect }) => {
  const { email } = await createAccount(server.url, 1);
  const wrong = { email, password: "not the password" };
  const headers = { Origin: server.url };
  for (let attempt = 0; attempt < 10; attempt += 1) await page.request.post("/api/auth/login", { data: wrong, headers });
  await page.goto("/login");
  await signIn(page, wrong);
  await expect(page.getByRole("timer")).toHaveText(/^Try again in \d+ min \d+ s\.$/);
  await inspect("too-many-attempts");
});
