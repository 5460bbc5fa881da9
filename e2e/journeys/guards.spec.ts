import { answerQuestions, createAccount, fillSignUp, JOB_SEARCH, newPerson, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("signed out", () => {
  test("returns to the requested page after sign-in @desktop", async ({ page, server, inspect }) => {
    const person = await createAccount(server.url, 3);
    await page.goto("/quick-questions");
    await expect(page).toHaveURL(/\/login\?/);
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await inspect("login");

    await signIn(page, person);
    await expect(page).toHaveURL(/\/quick-questions$/);
    await expect(page.getByRole("radio", { name: "2-5 Years" })).toBeChecked();
  });

  test("resumes onboarding at the current step after sign-in", { tag: "@core" }, async ({ page, server }) => {
    const person = await createAccount(server.url, 2);
    await page.goto("/login");
    await signIn(page, person);
    await expect(page).toHaveURL(/\/quick-questions$/);
    await page.goto("/signup");
    await expect(page, "sign-up is for visitors only").toHaveURL(/\/quick-questions$/);
    await page.goto("/matching");
    await expect(page, "a later step is not open yet").toHaveURL(/\/quick-questions$/);
  });

  test("shows the 404 page for an unknown address", async ({ page, inspect }) => {
    await page.goto("/no-such-page");
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await inspect("not-found");
  });
});

test.describe("a rejected form", () => {
  test.use({ expectedErrors: [/status of 40[19]/] });

  test("reports a wrong password and keeps the email", { tag: "@core" }, async ({ page, server, inspect }) => {
    const person = await createAccount(server.url, 1);
    await page.goto("/login");
    await signIn(page, { ...person, password: "not the password" });
    await expect(page.getByText("Login Failed", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Email Address")).toHaveValue(person.email);
    await inspect("login-refused");
    await expect(page).toHaveURL(/\/login$/);
  });

  test("reports that the email already has an account", async ({ page, server, inspect }) => {
    const { email } = await createAccount(server.url, 1);
    await page.goto("/signup");
    await fillSignUp(page, { ...newPerson(), email });
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Registration Failed", { exact: true })).toBeVisible();
    await expect(page.getByLabel("First Name")).toHaveValue("Rosa");
    await inspect("sign-up-refused");
  });
});

test("rejects mismatched and short passwords without a request", async ({ page, inspect }) => {
  await page.goto("/signup");
  const registrations: string[] = [];
  page.on("request", (request) => request.url().endsWith("/register") && registrations.push(request.url()));

  await fillSignUp(page, newPerson(), "another password");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Password Mismatch", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Confirm Password", { exact: true })).toBeFocused();

  await fillSignUp(page, { ...newPerson(), password: "short" });
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Password Too Short", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await inspect("sign-up-errors");
  expect(registrations).toEqual([]);
});

test("a double click on Create Account creates one account", async ({ page }) => {
  await page.goto("/signup");
  const statuses: number[] = [];
  page.on("response", (response) => response.url().endsWith("/register") && statuses.push(response.status()));

  await fillSignUp(page, newPerson());
  await page.getByRole("button", { name: "Create Account" }).dblclick();
  await expect(page).toHaveURL(/\/job-search$/);
  expect(statuses).toEqual([201]);
});

test("reports missing answers and focuses the first one", async ({ page, server, inspect }) => {
  await page.goto("/login");
  await signIn(page, await createAccount(server.url, 2));
  await page.getByRole("radio", { name: /Part-Time/ }).check();
  await page.getByRole("button", { name: "Complete Profile" }).click();
  await expect(page.getByText("Missing Information", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Please answer all questions before continuing.", {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByRole("radio", { name: "0-1 Years" })).toBeFocused();
  await inspect("missing-answers");
  await expect(page).toHaveURL(/\/quick-questions$/);
});

test("restores the input of every step after a reload", async ({ page, server }) => {
  await page.goto("/login");
  await signIn(page, await createAccount(server.url, 1));
  await page.getByRole("textbox", { name: "The job you want" }).fill(JOB_SEARCH);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/quick-questions$/);
  await page.goto("/job-search");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "The job you want" })).toHaveValue(JOB_SEARCH);

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
