/** A manager reviews people: first answer in one tap, own level first, and an end within five seconds of a withdrawal. */

import type { Page } from "@playwright/test";
import { apiAs, createScoredInterview, sendApplication } from "../support/interviews.ts";
import { type Account, createAccount, setSession } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addManager, type Manager, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Creates a candidate with a recorded answer who applies; returns the account and the application's ID. */
async function apply(page: Page, server: Server, manager: Manager): Promise<{ account: Account; application: string }> {
  const account = await createAccount(server.url, 5);
  await setSession(page.context(), server.url, account);
  await page.goto("/get-started");
  await createScoredInterview(page, server, account);
  return {
    account,
    application: await sendApplication(server, account, manager),
  };
}

test("a manager watches, rates first, compares, and stops when the candidate withdraws @desktop", { tag: "@core" }, async ({ page, server, inspect }) => {
  const manager = addManager(server);
  const { account, application } = await apply(page, server, manager);
  await setStaffSession(page.context(), server.url, manager);

  await page.goto("/desk");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("1 person is waiting");
  await inspect("today");
  await page
    .getByRole("link", { name: /^Start with / })
    .filter({ visible: true })
    .click();
  const video = page.locator("video");
  const played = () =>
    video.evaluate((element: HTMLVideoElement) => {
      element.loop = true; // It is short.
      return element.currentTime;
    });
  await expect.poll(played, "it plays at once").toBeGreaterThan(0.2);
  await inspect("rate");

  const form = page.getByRole("form", { name: "Your level" });
  await expect(page.getByText("AI", { exact: true })).toHaveCount(0);
  await page.keyboard.press("4");
  await expect(form.getByRole("radio", { name: /^4: / })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByText("AI", { exact: true })).toBeVisible();
  await expect(page.getByText("Your first level stays on record.")).toBeVisible();
  await inspect("compared");

  const api = await apiAs(server, account);
  const seen = async () =>
    (await (await api.get(`/api/applications/${application}`)).json()) as {
      stage: string;
      views: { name: string; seconds: number }[];
    };
  await expect.poll(async () => (await seen()).views[0]?.seconds ?? 0, "the candidate sees what was played").toBeGreaterThan(0.5);
  expect(await seen()).toMatchObject({
    stage: "in_review",
    views: [{ name: "Maria Ortiz" }],
  });
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  expect(await api.post(`/api/applications/${application}/withdraw`, { data: {} })).toBeOK();
  await expect(page.getByText(/took back this application/)).toBeVisible({
    timeout: 5000,
  });
  await expect(video).toHaveCount(0);
  await inspect("withdrawn");
  await api.dispose();
});

// The heartbeat after the withdrawal gets 404, which the browser logs.
test.use({ expectedErrors: [/404 \(Not Found\)/] });
