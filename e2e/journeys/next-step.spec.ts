/** What happens next: one line and one button, which follow what the candidate and the employer do. */

import { createScoredInterview } from "../support/interviews.ts";
import { createAccount, setSession } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("after the interview, the dashboard offers the best jobs until something is sent @desktop", { tag: "@core" }, async ({ page, server, inspect }) => {
  const account = await createAccount(server.url, 5);
  await setSession(page.context(), server.url, account);
  await page.goto("/get-started");
  await createScoredInterview(page, server, account);
  await page.goto("/interview-complete");
  await expect(page.getByRole("listitem").filter({ hasText: "One step left: send it" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Send your interview to these jobs" })).toBeVisible();
  await inspect("complete");

  await page.goto("/dashboard");
  const next = page.getByRole("region", { name: "What happens next" });
  await expect(next.getByRole("listitem").nth(2)).toContainText("Send it to the jobs you want");
  const offer = page.getByRole("region", { name: "Send your interview to these jobs" });
  await expect(offer.getByRole("checkbox").first()).toBeVisible();
  const count = await offer.getByRole("checkbox").count();
  expect(count, "at most ten, and only such work as was asked for").toBeLessThanOrEqual(10);
  expect(count).toBeGreaterThan(5);
  await expect(offer.getByRole("checkbox", { checked: true })).toHaveCount(count);
  await expect(next.getByText("A person decides")).toHaveCount(0);
  await inspect("unsent");
  await offer.getByRole("button", { name: `Send to ${count} jobs` }).click();
  const sheet = page.getByRole("dialog", { name: `Apply to ${count} jobs` });
  await expect(sheet.getByText("They'll see: Video, Words, Score, and Quick answers")).not.toHaveCount(0);
  await inspect("sheet");
  await sheet.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByRole("region", { name: "Just sent" })).toContainText(`${count} applications sent`);
  await expect(next.getByRole("listitem").nth(2)).toContainText(`Sent to ${count} jobs`);
  await inspect("sent");
});
