/** Dashboards and their dialogs, with the keyboard only, on phone and desktop. */

import type { Locator, Page } from "@playwright/test";
import { type Account, createAccount, setSession } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { createInterview, createScoredInterview } from "../support/interviews.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function setUpScoredInterview(page: Page, server: Server): Promise<Account> {
  const account = await createAccount(server.url, 5);
  await setSession(page.context(), server.url, account);
  await page.goto("/get-started");
  await createScoredInterview(page, server, account);
  return account;
}

/** Opens a dialog with the keyboard; expects it to have an accessible name and the focus. */
async function openByKeyboard(page: Page, opener: Locator): Promise<Locator> {
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveAccessibleName(/\S/);
  await expect.poll(() => containsFocus(dialog), "the focus moves into the dialog").toBe(true);
  return dialog;
}

/** Expects the focus to stay in the dialog and to return to the opener with Escape. */
async function expectFocusTrap(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press(press < 20 ? "Tab" : "Shift+Tab");
    expect(await containsFocus(dialog), `the focus stays in the dialog after ${press + 1} presses`).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

function containsFocus(dialog: Locator): Promise<boolean> {
  return dialog.evaluate((element) => element.contains(document.activeElement));
}

test("dashboard: report and player dialogs trap and restore the focus @desktop", async ({ page, server, inspect }) => {
  await setUpScoredInterview(page, server);
  await page.goto("/dashboard");
  await expect(page.getByText(/^Your score is here/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Retake Interview" })).toHaveAttribute("href", "/video-interview-prep");
  await inspect("dashboard");

  const report = page.getByRole("button", { name: "Full report" });
  const reportDialog = await openByKeyboard(page, report);
  await expect(reportDialog.getByText(/^We asked: /).first()).toBeVisible();
  await inspect("report");
  await expectFocusTrap(page, reportDialog, report);

  const answers = page.getByRole("button", { name: "Your answers" });
  const player = await openByKeyboard(page, answers);
  await expect(player.getByLabel(/^Your answer to: /)).toBeVisible();
  await inspect("player");
  await expectFocusTrap(page, player, answers);
});

test("player: speed, captions and transcript by keyboard @desktop", async ({ page, server, inspect }) => {
  await setUpScoredInterview(page, server);
  await page.goto("/interviews");
  const recording = page.getByRole("button", { name: /^Recording: Line Cook/ });
  const dialog = await openByKeyboard(page, recording);
  const video = dialog.getByLabel(/^Your answer to: /);
  const rate = () => video.evaluate((element) => (element as HTMLVideoElement).playbackRate);

  await dialog.getByLabel("Speed").selectOption("1.5");
  await expect.poll(rate).toBe(1.5);
  await dialog.getByRole("button", { name: "Captions" }).focus();
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("region", { name: "Captions" })).toBeVisible();
  await expect(dialog.getByText("Typed").first()).toBeVisible();
  await inspect("captions");
  await expectFocusTrap(page, dialog, recording);

  const report = page.getByRole("button", { name: /^Report: Line Cook/ });
  const reportDialog = await openByKeyboard(page, report);
  await inspect("report");
  await expectFocusTrap(page, reportDialog, report);

  const analytics = page.getByRole("button", { name: "Analytics" });
  const analyticsDialog = await openByKeyboard(page, analytics);
  await expect(analyticsDialog.getByText("Best Score")).toBeVisible();
  await inspect("analytics");
  await expectFocusTrap(page, analyticsDialog, analytics);
});

test("joins a live interview and rejoins one in progress @desktop", async ({ page, server, inspect }) => {
  const account = await createAccount(server.url, 5);
  await setSession(page.context(), server.url, account);
  await createInterview(server, account, "Host/Hostess");
  await page.goto("/interviews");
  await expect(page.getByText("Live Now").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Join Live Interview" })).toBeVisible();
  await inspect("live");
  await page.getByRole("button", { name: "Join Now", exact: true }).click();
  await expect(page).toHaveURL(/\/live-interview/);
  await expect(page.getByRole("heading", { name: "Hi Rosa. Ready?" })).toBeVisible();

  await page.goto("/interviews");
  await expect(page.getByText("In Progress").first()).toBeVisible();
  await inspect("in-progress");
  await page.getByRole("button", { name: "Rejoin", exact: true }).click();
  await expect(page).toHaveURL(/\/live-interview/);
});
