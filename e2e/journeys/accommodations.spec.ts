/** A candidate asks for another way to do the interview before and during it; an operator answers; the candidate sees it. */

import { expect, expectAccessible, test } from "../support/test.ts";
import { createAccount, setSession } from "../support/people.ts";
import { enterRoom, openLobby, startAnswer } from "../support/room.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
});

test("asks during the preparation, and sees the operator's answer @desktop", async ({ page, server, inspect, browser }) => {
  await setSession(page.context(), server.url, await createAccount(server.url, 4));
  await page.goto("/video-interview-prep");
  await page.getByRole("button", { name: "Ask for another way to do the interview" }).click();
  const dialog = page.getByRole("dialog", {
    name: "Another way to do the interview",
  });
  await dialog.getByRole("button", { name: "More time" }).click();
  await expect(dialog.getByText("You asked for: More time")).toBeVisible();
  await expect(dialog.getByText(/^Sent\. We'll answer by/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "More time" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Something else" }).click();
  await dialog.getByRole("textbox", { name: "What do you need?" }).fill("An ASL interpreter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("You asked for: An ASL interpreter")).toBeVisible();
  await inspect("asked");

  const account = await createAccount(server.url, 5);
  server.addOperator(account.email);
  const office = await browser.newContext();
  await setSession(office, server.url, account);
  const desk = await office.newPage();
  await desk.goto(`${server.url}/operations`);
  const card = desk.getByRole("region", { name: "Accommodations" });
  const request = card.getByRole("listitem").filter({ hasText: "An ASL interpreter" });
  await expectAccessible(desk);
  await request.getByRole("button", { name: "Arranged", exact: true }).click();
  await expect(request.getByText("Write an answer first.")).toBeVisible();
  await request.getByRole("textbox").fill("Kim will interpret on Friday at 10.");
  await request.getByRole("button", { name: "Arranged", exact: true }).click();
  await expect(request).toHaveCount(0);
  await office.close();

  await page.reload();
  await page.getByRole("button", { name: "Ask for another way to do the interview" }).click();
  await expect(dialog.getByText("Arranged: Kim will interpret on Friday at 10.")).toBeVisible();
});

test("asks for a person while answering, and goes on with the answer", async ({ page, server, inspect }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openLobby(page, server.url);
  await enterRoom(page);
  const question = await startAnswer(page);
  await page.getByRole("textbox", { name: "Your answer" }).fill("I was a line cook");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: "Talk to a person" }).click();
  const dialog = page.getByRole("dialog", {
    name: "Another way to do the interview",
  });
  await expect(dialog).toBeVisible();
  const again = dialog.getByRole("alert").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.context().setOffline(false);
  await again.click();
  await expect(dialog.getByText("You asked for: A person instead of AI")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Pick a time with a person" })).toHaveAttribute("href", "/schedule");
  await inspect("person");
  await dialog.getByRole("button", { name: "Continue the interview" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(question);
  await expect(page.getByRole("textbox", { name: "Your answer" })).toHaveValue("I was a line cook");
  await inspect("room");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: "Need another way?" }).click();
  await dialog.getByRole("button", { name: "Type instead of speaking" }).click();
  await expect(dialog.getByText("You asked for: Type instead of speaking")).toBeVisible();
});
