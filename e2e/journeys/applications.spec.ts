/** Candidates apply: from a job's public page, undo, several at once, and what they do with an application afterwards. */

import type { Page } from "@playwright/test";
import { createScoredInterview } from "../support/interviews.ts";
import { type Account, answerQuestions, createAccount, fillSignUp, JOB_SEARCH, newPerson, setSession, signIn } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addManager, findJobOfAbsentEmployer, setStaffSession } from "../support/staff.ts";
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
  const wanted = page.getByRole("region", {
    name: "You wanted to apply for this job",
  });
  await expect(wanted).toBeVisible();
  await inspect("wanted");
  await wanted.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Save this and take the interview" }).click();
  await expect(page).toHaveURL(/\/video-interview-prep$/);
  await inspect("saved");

  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(`/jobs/${job}`);
  await page.getByRole("link", { name: "I have an account" }).click();
  await signIn(page, person);
  await expect(page.getByRole("dialog", { name: /^Apply to / })).toBeVisible();
});

test("somebody who signs in on a job's page comes back to it", async ({ page, server }) => {
  const { job } = addManager(server);
  const person = await createAccount(server.url, 3);
  await page.goto(`/jobs/${job}`);
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await signIn(page, person);
  await expect(page).toHaveURL(new RegExp(`/jobs/${job}$`));
  await expect(page.getByLabel("Your question")).toBeVisible();
});

/** Signs in somebody who has an interview to send. */
async function signInInterviewed(page: Page, server: Server): Promise<Account> {
  const account = await createAccount(server.url, 5);
  await setSession(page.context(), server.url, account);
  await page.goto("/get-started");
  await createScoredInterview(page, server, account);
  return account;
}

test("applies from a job's page by keyboard, takes it back, sends it again, and withdraws @desktop", { tag: "@core" }, async ({ page, server, inspect }) => {
  const { job, title } = addManager(server);
  await signInInterviewed(page, server);
  await page.goto(`/jobs/${job}`);
  await page.getByRole("link", { name: "Apply", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: /^Apply to / });
  await expect(sheet.getByText(/^You'll hear by /)).toBeVisible();
  await expect(sheet.getByText(/Maria Ortiz hires there\./)).toBeVisible();
  await inspect("sheet");

  await sheet.getByRole("switch", { name: /Score/ }).focus();
  await page.keyboard.press("Space");
  await expect(sheet.getByRole("switch", { name: /Score/ })).not.toBeChecked();
  await sheet.getByRole("button", { name: "Send application" }).focus();
  await page.keyboard.press("Enter");
  const sent = page.getByRole("region", { name: "Just sent" });
  await expect(sent).toContainText(/^Sent to /);
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/matches$/);
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).click();
  await expect(page.getByRole("region", { name: "Your applications" })).toBeVisible();
  await sent.getByRole("button", { name: "Undo" }).click();
  await expect(sent).toBeHidden();
  await expect(page.getByText("Undone. Nothing was sent.", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your applications" })).toHaveCount(0);

  await page.goto(`/matches?apply=${job}`);
  await sheet.getByRole("button", { name: "Send application" }).click();
  await expect(sent).toBeVisible();
  await inspect("sent");
  await page.goto("/applications");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your applications");
  await expect(page.getByRole("article")).toHaveCount(1);
  await inspect("applications");
  const made = await page.evaluate(async () => (await fetch("/api/calendar-feed", { method: "PUT" })).status); // No meeting is coming up yet.
  expect(made).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Your private link" }).click();
  const calendar = page.getByRole("dialog", {
    name: "Your interviews in your calendar",
  });
  const link = calendar.getByLabel("Your private link");
  await expect(link).toHaveValue(/\/api\/calendar-feed\/.+\/interviews\.ics$/);
  await inspect("calendar");
  const isLeftToBrowser = await calendar
    .getByRole("link")
    .first()
    .evaluate(
      (webcal: HTMLElement) =>
        new Promise<boolean>((resolve) => {
          const after = (event: Event) => {
            resolve(!event.defaultPrevented);
            event.preventDefault(); // This machine has no calendar app.
          };
          addEventListener("click", after, { once: true });
          webcal.click();
        }),
    );
  expect(isLeftToBrowser).toBe(true);
  await expect(page).toHaveURL(/\/applications$/);
  const feed = await link.inputValue();
  expect((await page.request.get(feed.replace(/^https?:\/\/[^/]+/, server.url))).status()).toBe(200);
  await calendar.getByRole("button", { name: "Turn off this link" }).click();
  await expect(calendar.getByRole("button", { name: "Create my calendar link" })).toBeVisible();
  expect((await page.request.get(feed.replace(/^https?:\/\/[^/]+/, server.url))).status()).toBe(404);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: /^Open/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const video = page.getByRole("switch", { name: /Video/ });
  await video.click();
  await expect(video).not.toBeChecked();
  await inspect("application");
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Your applications" })).toBeVisible();
  await inspect("dashboard");
  await page.goBack();
  await expect(video).not.toBeChecked();
  await page.getByRole("button", { name: "Withdraw application" }).click();
  await expect(page.getByText(/^Withdraw for good\?/)).toBeVisible();
  await page.getByRole("button", { name: "Withdraw application" }).click();
  await expect(page.getByRole("heading", { name: "You took back this application" })).toBeVisible();
  await expect(video).toHaveCount(0);
  await inspect("withdrawn");
  await page.goto(`/jobs/${job}`);
  await expect(page.getByText("You applied for this job.")).toBeVisible();
});

test("sends several at once, and says honestly when an employer is not here", async ({ page, server, inspect }) => {
  const absent = findJobOfAbsentEmployer(server);
  await signInInterviewed(page, server);
  await page.goto("/matches");
  await page.getByRole("button", { name: "Apply to several" }).click();
  const boxes = page.getByRole("checkbox", { name: /^Choose / });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await inspect("several");
  await page.getByRole("button", { name: "Apply to 2 jobs" }).click();
  const sheet = page.getByRole("dialog", { name: "Apply to 2 jobs" });
  await expect(sheet.getByText("They'll see: Video, Words, Score, and Quick answers")).toHaveCount(2);
  await inspect("several-sheet");
  await sheet.getByText("They'll see: Video, Words, Score, and Quick answers").nth(1).click();
  await sheet.getByRole("switch", { name: /Video/ }).click();
  await expect(sheet.getByText("They'll see: Words, Score, and Quick answers")).toBeVisible();
  await sheet.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByRole("region", { name: "Just sent" })).toContainText("2 applications sent");
  await expect(page.getByText("Sent", { exact: true })).toHaveCount(2);

  await page.goto(`/jobs/${absent}`);
  await expect(page.getByText(/This employer doesn't use Dayshift yet/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Apply", exact: true })).toHaveCount(0);
  await inspect("not-here");
  await page.goto(`/matches?apply=${absent}`);
  const told = page.getByRole("dialog");
  await expect(told.getByText("This employer doesn't use Dayshift yet. Apply on their site.")).toBeVisible();
  await expect(told.getByRole("button", { name: "Send application" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/matches$/);
});

test("a question that the job doesn't answer reaches the manager, and the answer its page", { tag: "@core" }, async ({ page, server, inspect, browser }) => {
  const manager = addManager(server);
  await setSession(page.context(), server.url, await createAccount(server.url, 3));
  await page.goto(`/jobs/${manager.job}`);
  await page.getByLabel("Your question").fill("Is there parking?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("button", { name: "Send my question" }).click();
  await expect(page.getByText(/^Sent\. If they answer, you get it by email/)).toBeVisible();
  await inspect("question");

  const desk = await browser.newContext({ baseURL: server.url });
  await setStaffSession(desk, server.url, manager);
  const staff = await desk.newPage();
  await staff.goto("/desk/messages");
  await staff.getByRole("button", { name: "Answer: Is there parking?" }).click();
  await staff.getByLabel("The question, as everyone will read it").fill("Is there parking nearby?");
  await staff.getByLabel("Your answer").fill("Yes, behind the house.");
  await staff.getByRole("button", { name: "Send and publish" }).click();
  await expect(staff.getByText("Answered. It is on the job page now.", { exact: true })).toBeVisible();
  await desk.close();

  await page.goto(`/jobs/${manager.job}`);
  await expect(page.getByText("Yes, behind the house.")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { name: "Preguntas y respuestas" })).toBeVisible();
  await inspect("answers-es");
  await page.getByRole("link", { name: "Postularme" }).click();
  const sheet = page.getByRole("dialog", { name: /^Postularse en / });
  await expect(sheet).toBeVisible();
  await inspect("sheet-es");
});
