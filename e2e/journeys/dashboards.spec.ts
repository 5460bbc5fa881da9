/** What a person sees of their interviews, and the dialogs on top of it: with the keyboard alone, in both sizes. */

import type { Locator, Page } from "@playwright/test";
import { type Account, beSignedIn, onboarded } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { openInterview, scoredInterview } from "../support/sessions.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function somebodyScored(page: Page, server: Server): Promise<Account> {
  const account = await onboarded(server.url, 5);
  await beSignedIn(page.context(), server.url, account);
  await page.goto("/get-started");
  await scoredInterview(page, server, account);
  return account;
}

/** Opens a dialog with the keyboard; it has a name, and the focus. */
async function openByKeyboard(page: Page, opener: Locator): Promise<Locator> {
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveAccessibleName(/\S/);
  await expect.poll(() => holdsFocus(dialog), "the focus goes into the dialog").toBe(true);
  return dialog;
}

/** The focus goes around within the dialog, and with Escape back to what opened it. */
async function goRoundAndLeave(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press(press < 20 ? "Tab" : "Shift+Tab");
    expect(await holdsFocus(dialog), `the focus stays after ${press + 1} steps`).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

function holdsFocus(dialog: Locator): Promise<boolean> {
  return dialog.evaluate((element) => element.contains(document.activeElement));
}

test("the dashboard: report and player open, keep the focus and give it back @desktop", async ({ page, server, inspect }) => {
  await somebodyScored(page, server);
  await page.goto("/dashboard");
  await expect(page.getByText(/^Your score is here/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Retake Interview" })).toHaveAttribute("href", "/video-interview-prep");
  await inspect("dashboard");

  const report = page.getByRole("button", { name: "Full report" });
  const reportDialog = await openByKeyboard(page, report);
  await expect(reportDialog.getByText(/^We asked: /).first()).toBeVisible();
  await inspect("report");
  await goRoundAndLeave(page, reportDialog, report);

  const answers = page.getByRole("button", { name: "Your answers" });
  const player = await openByKeyboard(page, answers);
  await expect(player.getByLabel(/^Your answer to: /)).toBeVisible();
  await inspect("player");
  await goRoundAndLeave(page, player, answers);
});

test("the player: speed and captions by keyboard, and the words beside it @desktop", async ({ page, server, inspect }) => {
  await somebodyScored(page, server);
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
  await goRoundAndLeave(page, dialog, recording);

  const report = page.getByRole("button", { name: /^Report: Line Cook/ });
  const reportDialog = await openByKeyboard(page, report);
  await inspect("report");
  await goRoundAndLeave(page, reportDialog, report);

  const analytics = page.getByRole("button", { name: "Analytics" });
  const together = await openByKeyboard(page, analytics);
  await expect(together.getByText("Best Score")).toBeVisible();
  await inspect("analytics");
  await goRoundAndLeave(page, together, analytics);
});

test("an interview that is live can be joined, and one that goes on rejoined @desktop", async ({ page, server, inspect }) => {
  const account = await onboarded(server.url, 5);
  await beSignedIn(page.context(), server.url, account);
  await openInterview(server, account, "Host/Hostess");
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
