import { answerQuestions, fillSignUp, onboarded, signIn, somebody, WISH } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("somebody who is not signed in", () => {
  test("asks for a page, signs in and gets that page @desktop", async ({ page, server, inspect }) => {
    const person = await onboarded(server.url, 3);
    await page.goto("/quick-questions");
    await expect(page).toHaveURL(/\/login\?/);
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await inspect("login");

    await signIn(page, person);
    await expect(page).toHaveURL(/\/quick-questions$/);
    await expect(page.getByRole("radio", { name: "2-5 Years" })).toBeChecked();
  });

  test("is sent on to where they stopped after signing in", async ({ page, server }) => {
    const person = await onboarded(server.url, 2);
    await page.goto("/login");
    await signIn(page, person);
    await expect(page).toHaveURL(/\/quick-questions$/);
    await page.goto("/signup");
    await expect(page, "nobody signs up twice").toHaveURL(/\/quick-questions$/);
    await page.goto("/matching");
    await expect(page, "a later step is not open yet").toHaveURL(/\/quick-questions$/);
  });

  test("finds words, not a blank page, where there is no page", async ({ page, inspect }) => {
    await page.goto("/no-such-page");
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await inspect("not-found");
  });
});

test.describe("a refused form", () => {
  test.use({ expectedErrors: [/status of 40[19]/] });

  test("says that the password is wrong and keeps the address", async ({ page, server, inspect }) => {
    const person = await onboarded(server.url, 1);
    await page.goto("/login");
    await signIn(page, { ...person, password: "not the password" });
    await expect(page.getByText("Login Failed", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Email Address")).toHaveValue(person.email);
    await inspect("login-refused");
    await expect(page).toHaveURL(/\/login$/);
  });

  test("says that the address has an account already", async ({ page, server, inspect }) => {
    const { email } = await onboarded(server.url, 1);
    await page.goto("/signup");
    await fillSignUp(page, { ...somebody(), email });
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Registration Failed", { exact: true })).toBeVisible();
    await expect(page.getByLabel("First Name")).toHaveValue("Rosa");
    await inspect("sign-up-refused");
  });
});

test("passwords that differ or are short are caught before anything is sent", async ({ page, inspect }) => {
  await page.goto("/signup");
  const registrations: string[] = [];
  page.on("request", (request) => request.url().endsWith("/register") && registrations.push(request.url()));

  await fillSignUp(page, somebody(), "another password");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Password Mismatch", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Confirm Password", { exact: true })).toBeFocused();

  await fillSignUp(page, { ...somebody(), password: "short" });
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Password Too Short", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await inspect("sign-up-errors");
  expect(registrations).toEqual([]);
});

test("two clicks on Create Account make one account", async ({ page }) => {
  await page.goto("/signup");
  const replies: number[] = [];
  page.on("response", (reply) => reply.url().endsWith("/register") && replies.push(reply.status()));

  await fillSignUp(page, somebody());
  await page.getByRole("button", { name: "Create Account" }).dblclick();
  await expect(page).toHaveURL(/\/job-search$/);
  expect(replies).toEqual([201]);
});

test("missing answers are named, and the first of them is focused", async ({ page, server, inspect }) => {
  await page.goto("/login");
  await signIn(page, await onboarded(server.url, 2));
  await page.getByRole("radio", { name: /Part-Time/ }).check();
  await page.getByRole("button", { name: "Complete Profile" }).click();
  await expect(page.getByText("Missing Information", { exact: true })).toBeVisible();
  await expect(page.getByText("Please answer all questions before continuing.", { exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "0-1 Years" })).toBeFocused();
  await inspect("missing-answers");
  await expect(page).toHaveURL(/\/quick-questions$/);
});

test("what was entered is there again after a reload, in every step", async ({ page, server }) => {
  await page.goto("/login");
  await signIn(page, await onboarded(server.url, 1));
  await page.getByRole("textbox", { name: "The job you want" }).fill(WISH);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/quick-questions$/);
  await page.goto("/job-search");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "The job you want" })).toHaveValue(WISH);

  await page.goto("/quick-questions");
  await answerQuestions(page);
  await page.getByRole("button", { name: "Complete Profile" }).click();
  await expect(page).toHaveURL(/\/matching$/);
  await expect(page.getByRole("heading", { name: "Excellent! We Found Great Matches" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Excellent! We Found Great Matches" })).toBeVisible();

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: /Full-Time/ })).toBeChecked();
  await page.reload();
  await expect(page.getByRole("radio", { name: "2-5 Years" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Weekends" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Holidays" })).not.toBeChecked();
  await expect(page.getByRole("slider")).toHaveValue("18");
  await expect(page.getByLabel("Zip code")).toHaveValue("10001");
});
