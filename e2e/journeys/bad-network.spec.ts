import { createAccount, signIn } from "../support/people.ts";
import {
  analyzeAnswer,
  answerTo,
  enterRoom,
  passIntroduction,
  prepare,
  press,
  saveAnswer,
  startAnswer,
  storedInterview,
  typeAnswer,
  waitForChunks,
  waitForTwoMoreKept,
} from "../support/room.ts";
import { UNREACHABLE } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [UNREACHABLE],
});

/** The recorder emits a chunk every four seconds: one before the crash, and two after it. */
const RECORDED_SECONDS = 9;
/** A chunk of the fake camera takes much longer than its four seconds. */
const SLOW_BYTES_PER_SECOND = 4_000;

test(
  "a server crash during an answer loses nothing",
  {
    annotation: [
      {
        type: "fault: server killed during upload",
        description: "Saved on this phone, then Response Saved",
      },
    ],
  },
  async ({ page, server, inspect }, testInfo) => {
    await page.goto("/video-interview-prep");
    await signIn(page, await createAccount(server.url, 4));
    await prepare(page);
    await enterRoom(page);

    const question = await startAnswer(page);
    const before = await waitForChunks(page, 1);
    await server.kill();
    await waitForTwoMoreKept(page);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(page.getByRole("status").filter({ hasText: "Saved on this phone" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Next Question" })).toBeEnabled();
    await inspect("saved-on-this-phone");

    await server.start();
    await expect(page.getByText("Response Saved", { exact: true }).first()).toBeVisible({ timeout: 20_000 });
    const { responses } = await storedInterview(page);
    expect(responses.map(({ responseText }) => responseText)).toEqual([answerTo(question)]);
    expect(await waitForChunks(page, 1), "chunks acknowledged before the crash").toEqual(expect.arrayContaining(before));

    const recording = await analyzeAnswer(page, 1, testInfo);
    expect(recording.wordErrorRate, recording.words).toBeLessThan(0.3);
    expect(recording.longestGap, "seconds without a video frame").toBeLessThan(1);
    expect(recording.videoSeconds).toBeGreaterThan(RECORDED_SECONDS);

    await expect(page.getByRole("button", { name: "Start My Answer" })).toBeVisible();
    await expect(page.getByText("Question 2 of 5")).toBeVisible();
  },
);

test(
  "an interview continues after going offline and closing the tab",
  {
    annotation: [
      {
        type: "fault: offline, and the tab closed",
        description: "Welcome back, at the next question",
      },
    ],
  },
  async ({ page, context, server }, testInfo) => {
    await page.goto("/video-interview-prep");
    await signIn(page, await createAccount(server.url, 4));
    await prepare(page);
    await enterRoom(page);

    const question = await startAnswer(page);
    await waitForChunks(page, 1);
    await context.setOffline(true);
    await waitForTwoMoreKept(page);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(page.getByRole("status").filter({ hasText: "Saved on this phone" })).toBeVisible();
    expect((await storedInterview(page)).responses, "nothing reached the server").toEqual([]);
    await press(page, "Next Question");
    await startAnswer(page);
    await page.close();

    await context.setOffline(false);
    const newTab = await context.newPage();
    await newTab.goto("/live-interview");
    await expect(newTab.getByRole("heading", { name: "Welcome back, Rosa" })).toBeVisible();
    await expect(newTab.getByText("Your answers are safe. Next is question 2 of 5.")).toBeVisible();
    const recording = await analyzeAnswer(newTab, 1, testInfo);
    expect(recording.wordErrorRate, recording.words).toBeLessThan(0.3);
    expect((await storedInterview(newTab)).responses).toMatchObject([{ responseText: answerTo(question), takeNumber: 1 }]);

    await newTab.getByRole("button", { name: "Continue Interview" }).click();
    await passIntroduction(newTab);
    expect(await startAnswer(newTab), "the next question instead of the first").toMatch(/very busy shift/);
  },
);

test(
  "a slow line makes the picture smaller, and loses nothing",
  {
    annotation: [
      {
        type: "fault: a slow line",
        description: "HD, then a smaller picture; everything arrives",
      },
    ],
  },
  async ({ page, server }, testInfo) => {
    await page.goto("/video-interview-prep");
    await signIn(page, await createAccount(server.url, 4));
    await prepare(page);
    await enterRoom(page);
    const question = await startAnswer(page);
    const width = () => page.evaluate(() => (document.querySelector("video")?.srcObject as MediaStream).getVideoTracks()[0]?.getSettings().width);
    expect(await width()).toBe(1280);

    const network = await page.context().newCDPSession(page);
    const limitUploads = (uploadThroughput: number) =>
      network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await limitUploads(SLOW_BYTES_PER_SECOND);
    await expect.poll(width, { timeout: 60_000 }).toBe(640);
    await waitForTwoMoreKept(page);
    await limitUploads(-1);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(page.getByText("Response Saved", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
    const recording = await analyzeAnswer(page, 1, testInfo);
    expect(recording.wordErrorRate, recording.words).toBeLessThan(0.3);
    expect(recording.longestGap, "seconds without a video frame").toBeLessThan(1);
  },
);
