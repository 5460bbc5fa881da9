import { onboarded, signIn } from "../support/people.ts";
import {
  acknowledged,
  answerTo,
  enterRoom,
  hearAnswer,
  hearIntroduction,
  prepare,
  press,
  saveAnswer,
  startAnswer,
  storedInterview,
  typeAnswer,
} from "../support/room.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED/],
});

/** The recorder hands out a piece every four seconds: this is time for at least two. */
const TWO_PIECES = 9_000;

test("the server dies in mid answer and comes back: nothing is lost", {
  annotation: [
    { type: "fault: server killed during upload", description: "Saved on this phone, then Response Saved" },
  ],
}, async ({ page, server, inspect }, testInfo) => {
  await page.goto("/video-interview-prep");
  await signIn(page, await onboarded(server.url, 4));
  await prepare(page);
  await enterRoom(page);

  const question = await startAnswer(page);
  const before = await acknowledged(page, 1);
  await server.kill();
  await page.waitForTimeout(TWO_PIECES);
  await typeAnswer(page, answerTo(question));
  await saveAnswer(page);
  await expect(page.getByRole("status").filter({ hasText: "Saved on this phone" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next Question" })).toBeEnabled();
  await inspect("saved-on-this-phone");

  await server.start();
  await expect(page.getByText("Response Saved", { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  const { responses } = await storedInterview(page);
  expect(responses.map(({ responseText }) => responseText)).toEqual([answerTo(question)]);
  expect(await acknowledged(page, 1), "pieces acknowledged before the crash").toEqual(expect.arrayContaining(before));

  const heard = await hearAnswer(page, 1, testInfo);
  expect(heard.wordErrorRate, heard.words).toBeLessThan(0.3);
  expect(heard.longestGap, "seconds without a picture").toBeLessThan(1);
  expect(heard.videoSeconds).toBeGreaterThan(TWO_PIECES / 1000);

  await expect(page.getByRole("button", { name: "Start My Answer" })).toBeVisible();
  await expect(page.getByText("Question 2 of 5")).toBeVisible();
});

test("offline, the tab closed, opened again: it goes on from there", {
  annotation: [
    { type: "fault: offline, and the tab closed", description: "Welcome back, at the next question" },
  ],
}, async ({ page, context, server }, testInfo) => {
  await page.goto("/video-interview-prep");
  await signIn(page, await onboarded(server.url, 4));
  await prepare(page);
  await enterRoom(page);

  const question = await startAnswer(page);
  await acknowledged(page, 1);
  await context.setOffline(true);
  await page.waitForTimeout(TWO_PIECES);
  await typeAnswer(page, answerTo(question));
  await saveAnswer(page);
  await expect(page.getByRole("status").filter({ hasText: "Saved on this phone" })).toBeVisible();
  expect((await storedInterview(page)).responses, "nothing has reached the server").toEqual([]);
  await press(page, "Next Question");
  await startAnswer(page);
  await page.close();

  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto("/live-interview");
  await expect(later.getByRole("heading", { name: "Welcome back, Rosa" })).toBeVisible();
  await expect(later.getByText("Your answers are safe. Next is question 2 of 5.")).toBeVisible();
  const heard = await hearAnswer(later, 1, testInfo);
  expect(heard.wordErrorRate, heard.words).toBeLessThan(0.3);
  expect((await storedInterview(later)).responses).toMatchObject([{ responseText: answerTo(question), takeNumber: 1 }]);

  await later.getByRole("button", { name: "Start Interview" }).click();
  await hearIntroduction(later);
  expect(await startAnswer(later), "the next question, not the first again").toMatch(/very busy shift/);
});
