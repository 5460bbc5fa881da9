/** Passkeys, with Chromium's virtual authenticator: adding one, signing in with it, and removing it. */

import type { Page } from "@playwright/test";
import { createAccount, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 4\d\d/],
});

/** Adds a virtual authenticator with user verification, like a phone with a screen lock. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("adds a passkey, signs in with it, and removes it @desktop", async ({ page, server, inspect }) => {
  // Passkeys need a host name instead of an IP address.
  const site = server.url.replace("127.0.0.1", "localhost");
  const account = await createAccount(server.url, 4);
  await addAuthenticator(page);
  await page.goto(`${site}/login?next=/profile`);
  await signIn(page, account);

  await page.getByRole("button", { name: "Add a Passkey" }).click();
  const passkeys = page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
  await expect(passkeys).toHaveCount(1);
  await inspect("added");

  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL(`${site}/`);
  await page.goto(`${site}/login?next=/profile`);
  await inspect("login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();

  await page
    .getByRole("link", { name: "Remove: " })
    .or(page.getByRole("button", { name: "Remove: " }))
    .click();
  await expect(passkeys).toHaveCount(0);
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL(`${site}/`);
  await page.goto(`${site}/login`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("Passkey Sign-In Failed")).toBeVisible();
});

test("undoes an email change with the link sent to the old address", async ({ page, server, inspect }) => {
  const account = await createAccount(server.url, 4);
  await page.goto("/login?next=/profile");
  await signIn(page, account);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(`thief.${account.email}`);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText(`thief.${account.email}`)).toBeVisible();
  await page.goto(await server.undoLinkMailedTo(account.email));
  await expect(page.getByRole("heading", { name: "Undo your email change?" })).toBeVisible();
  await inspect("undo");
  await page.getByRole("button", { name: "Undo this change" }).click();
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await page.getByLabel("Code from your email").fill(await server.codeMailedTo(account.email));
  await page.getByLabel("New Password").fill("a quite different day");
  await page.getByLabel("Confirm Password").fill("a quite different day");
  await page.getByRole("button", { name: "Set Password" }).click();
  await expect(page.getByText("Password Set Successfully").first()).toBeVisible();
});
