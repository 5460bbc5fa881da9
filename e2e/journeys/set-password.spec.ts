import { fillPasswords, newPerson, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 4\d\d/],
});

test("an imported user sets a password with an emailed code", async ({ page, server, inspect }) => {
  const person = newPerson();
  server.importUser(person);

  await page.goto("/login");
  await signIn(page, { ...person, password: "whatever it was" });
  await expect(page.getByText("Password Setup Required", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/set-password$/);
  await expect(page.getByText(`Create a password for ${person.email}`)).toBeVisible();

  const code = await server.codeMailedTo(person.email);
  await page.getByLabel("Code from your email").fill(code === "000000" ? "111111" : "000000");
  await fillPasswords(page, person.password);
  await page.getByRole("button", { name: "Set Password" }).click();
  await expect(page.getByText("Failed to Set Password", { exact: true })).toBeVisible();
  await inspect("code-refused");

  await page.getByLabel("Code from your email").fill(code);
  await page.getByRole("button", { name: "Set Password" }).click();
  await expect(page).toHaveURL(/\/job-search$/);

  await page.goto("/get-started");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/login");
  await signIn(page, person);
  await expect(page).toHaveURL(/\/job-search$/);
});
