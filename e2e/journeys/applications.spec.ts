/** Candidates apply: from a job's public page, undo, several at once, and what they do with an application afterwards. */

import { answerQuestions, fillSignUp, JOB_SEARCH, newPerson, signIn } from "../support/people.ts";
import { addManager } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a visitor's wish to apply survives signing up, and signing in", async ({ page, server, inspect }) => {
  const { job } = addManager(server);
  await page.goto(`/jobs/${job}`);
  await expect(page.getByText(/^You hear back within \d working days?\.$/)).toBeVisible();
  await inspect("job");
  await page.getByRole("link", { name: "Apply with one short interview" }).click();
  const person = newPerson();
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("textbox", { name: "The job you want" }).fill(JOB_SEARCH);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/quick-questions$/);
  await answerQuestions(page);
  await page.getByRole("button", { name: "Complete Profile" }).click();
  await expect(page).toHaveURL(/\/matching$/);
  const wanted = page.getByRole("region", { name: "You wanted to apply for this job" });
  await expect(wanted).toBeVisible();
  await inspect("wanted");
  await wanted.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Save this and take the interview" }).click();
  await expect(page.getByText("Saved. After the interview you can send it to your saved jobs.")).toBeVisible();
  await inspect("saved");

  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(`/jobs/${job}`);
  await page.getByRole("link", { name: "I have an account" }).click();
  await signIn(page, person);
  await expect(page.getByRole("dialog", { name: /^Apply to / })).toBeVisible();
});
