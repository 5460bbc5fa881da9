import type { Page } from "@playwright/test";
import { createAccount, newPerson, setSession } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** Holds back the app's code, as a weak signal does. Returns a function that lets it arrive or fail. */
async function holdApp(page: Page): Promise<(end: "continue" | "abort") => void> {
  const released = Promise.withResolvers<"continue" | "abort">();
  await page.route(/\/assets\/app-.*\.js$/, async (route) => await route[await released.promise]());
  return released.resolve;
}

const submit = (page: Page) => page.getByRole("button", { name: "Create Account" });
const email = (page: Page) => page.getByRole("textbox", { name: "Email Address" });

test("a person who is faster than the app signs up, and continues where they were", async ({ page, inspect }) => {
  const release = await holdApp(page);
  const person = newPerson();
  await page.goto("/signup", { waitUntil: "commit" });
  await page.getByRole("textbox", { name: "First Name" }).fill(person.firstName);
  await email(page).pressSequentially("ros");
  await page.getByRole("button", { name: "Show" }).first().click();
  await email(page).focus();
  await inspect("before-the-app");
  release("continue");
  await expect(page.getByRole("button", { name: "Hide" }), "the press is repeated").toBeVisible();
  await expect(email(page), "the app does not move the focus").toBeFocused();
  await page.keyboard.type("a@example.com");
  await expect(email(page)).toHaveValue("rosa@example.com");
  await page.reload();
  await expect(email(page), "drafts contain what was typed before the app").toHaveValue("rosa@example.com");
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue(person.firstName);
});

test("a form sent before the app runs is sent once the app runs @desktop", async ({ page, inspect }) => {
  const release = await holdApp(page);
  const person = newPerson();
  await page.goto("/signup", { waitUntil: "commit" });
  await page.getByRole("textbox", { name: "First Name" }).fill(person.firstName);
  await page.getByRole("textbox", { name: "Last Name" }).fill(person.lastName);
  await email(page).fill(person.email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(person.password);
  await page.getByRole("textbox", { name: "Confirm Password" }).fill(person.password);
  await page.getByRole("textbox", { name: "Confirm Password" }).press("Enter");
  await submit(page).click();
  await expect(submit(page)).toHaveAttribute("aria-busy", "true");
  await inspect("waiting-for-the-app");
  expect(page.url(), "no password in the URL").toMatch(/\/signup$/);
  release("continue");
  await expect(page).toHaveURL(/\/job-search$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a job search typed and sent before the app runs", async ({ page, context, server, inspect }) => {
  await setSession(context, server.url, await createAccount(server.url, 1));
  const release = await holdApp(page);
  await page.goto("/job-search", { waitUntil: "commit" });
  await page.getByRole("textbox", { name: "The job you want" }).fill("Line Cook");
  await inspect("typed-before-the-app");
  await page.getByRole("button", { name: "Continue" }).click();
  release("continue");
  await expect(page).toHaveURL(/\/quick-questions$/);
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "The job you want" })).toHaveValue("Line Cook");
});

test("a kind of work pressed before the app runs opens @desktop", async ({ page, context, server }) => {
  await setSession(context, server.url, await createAccount(server.url, 1));
  const release = await holdApp(page);
  await page.goto("/job-search", { waitUntil: "commit" });
  const kind = page.getByRole("button", { name: "Construction", exact: true });
  await kind.click();
  release("continue");
  await expect(kind).toHaveAttribute("aria-expanded", "true");
  await expect(kind).not.toHaveAttribute("aria-busy", "true");
});

test.describe("without the app's code", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("a press reloads the page, and what was typed stays", async ({ page }) => {
    const release = await holdApp(page);
    await page.goto("/signup", { waitUntil: "commit" });
    const name = page.getByRole("textbox", { name: "First Name" });
    await name.fill("Rosa");
    await page.getByLabel("Password", { exact: true }).fill("a long day's work");
    await submit(page).click();
    await expect(submit(page)).toHaveAttribute("aria-busy", "true");
    release("abort");
    await expect(submit(page)).not.toHaveAttribute("aria-busy", "true");
    await page.unrouteAll({ behavior: "wait" });
    await Promise.all([page.waitForEvent("load"), submit(page).click()]);
    await submit(page).click();
    await expect(email(page)).toHaveAttribute("aria-invalid", "true");
    await expect(name).toHaveValue("Rosa");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("long day");
  });
});
