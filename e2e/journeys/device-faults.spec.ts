import type { Page } from "@playwright/test";
import {
  analyzeAnswer,
  answerTo,
  chunksOf,
  enterRoom,
  openLobby,
  saveAnswer,
  startAnswer,
  storedInterview,
  typeAnswer,
  waitForChunks,
} from "../support/room.ts";
import { LATENCY_MS } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 401/],
});

/** Enough for two chunks and for the whole text of the fake microphone. */
const ANSWER_MS = 11_000;

/** Lets a journey inject faults into the page: full storage, camera and microphone failures, clock jumps. */
async function makeBreakable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const on = (name: string, handler: () => void) => addEventListener(`break-${name}`, handler);
    let full = false;
    let unplugged = false;
    let jump = 0;
    on("full", () => (full = !full));
    on("camera", () => (unplugged = true));
    on("clock", () => (jump += 26 * 3_600_000));

    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args) {
      if (full) throw new DOMException("no room", "QuotaExceededError");
      return put.apply(this, args);
    };
    const now = Date.now.bind(Date);
    Date.now = () => now() + jump;

    const open = MediaDevices.prototype.getUserMedia;
    MediaDevices.prototype.getUserMedia = async function (constraints) {
      if (unplugged && constraints?.video) throw new DOMException("no camera", "NotFoundError");
      const stream = await open.call(this, constraints);
      on("camera", () => {
        for (const track of stream.getVideoTracks()) {
          track.stop();
          track.dispatchEvent(new Event("ended"));
        }
      });
      on("microphone", () => stream.getAudioTracks()[0]?.dispatchEvent(new Event("mute")));
      return stream;
    };
  });
}

const injectFault = (page: Page, fault: "full" | "camera" | "microphone" | "clock") =>
  page.evaluate((name) => dispatchEvent(new Event(`break-${name}`)), fault);
const savedToast = (page: Page) => page.getByText("Response Saved", { exact: true }).first();
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
const isRecording = (page: Page) => page.getByRole("status").filter({ hasText: /^Recording$/ });

test(
  "an interview with storage, microphone, camera, clock and session failures",
  {
    annotation: [
      {
        type: "fault: no storage left on the phone",
        description: "No space left on this phone: keep this page open",
      },
      {
        type: "fault: microphone muted by the system",
        description: "nothing: another segment starts",
      },
      {
        type: "fault: camera unplugged",
        description: "Your camera turned off: we keep recording your voice",
      },
      { type: "fault: clock jumps by a day", description: "nothing" },
      {
        type: "fault: session expires",
        description: "Please sign in again; then Response Saved",
      },
    ],
  },
  async ({ page, server, inspect }, testInfo) => {
    test.setTimeout(600_000);
    await makeBreakable(page);
    const { password } = await openLobby(page, server.url);
    await enterRoom(page);

    await test.step("full storage: the page keeps the answer in memory", async () => {
      await injectFault(page, "full");
      const question = await startAnswer(page);
      await expect(toast(page, "No space left on this phone")).toBeVisible();
      await inspect("no-room-on-this-phone");
      await page.waitForTimeout(ANSWER_MS);
      await typeAnswer(page, answerTo(question));
      await saveAnswer(page);
      await expect(savedToast(page)).toBeVisible();
      await injectFault(page, "full");
    });

    await test.step("muted microphone: another segment starts", async () => {
      const question = await startAnswer(page);
      await waitForChunks(page, 2);
      await injectFault(page, "microphone");
      const segments = async () => new Set((await chunksOf(page, 2)).map(({ segment }) => segment)).size;
      await expect.poll(segments).toBe(2);
      await typeAnswer(page, answerTo(question));
      await saveAnswer(page);
      await expect(savedToast(page)).toBeVisible();
    });

    await test.step("unplugged camera and clock jump: audio is still recorded", async () => {
      const question = await startAnswer(page);
      await waitForChunks(page, 3);
      await injectFault(page, "camera");
      await injectFault(page, "clock");
      await expect(toast(page, "Your camera turned off")).toBeVisible();
      await expect(isRecording(page)).toBeVisible();
      await page.waitForTimeout(ANSWER_MS / 2);
      await typeAnswer(page, answerTo(question));
      await saveAnswer(page);
      await expect(savedToast(page)).toBeVisible();
    });

    await test.step("expired session: the answer is sent after a new sign-in", async () => {
      const question = await startAnswer(page);
      await waitForChunks(page, 4);
      await page.context().clearCookies();
      await expect(page.getByRole("heading", { name: "Please sign in again" })).toBeVisible();
      await inspect("sign-in-again");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Please sign in again" })).toBeHidden();
      await page.getByRole("button", { name: "Help" }).click();
      await page.getByRole("button", { name: "Make it easier" }).click();
      await page.getByRole("checkbox", { name: "No voice, only text" }).check();
      await inspect("make-it-easier");
      await page.getByRole("button", { name: "Done" }).click();
      // The next button is at the same position; without the pause, both clicks would count as a double tap.
      await page.waitForTimeout(500);
      await typeAnswer(page, answerTo(question));
      await saveAnswer(page);
      await expect(savedToast(page)).toBeVisible();
    });

    await test.step("the server has everything", async () => {
      const { responses } = await storedInterview(page);
      expect(responses.map(({ responseOrder, takeNumber }) => [responseOrder, takeNumber])).toEqual([1, 2, 3, 4].map((number) => [number, number]));
      expect(responses.map(({ responseText }) => responseText)).toEqual(responses.map(({ questionText }) => answerTo(questionText)));
      const full = await analyzeAnswer(page, 1, testInfo);
      expect(full.wordErrorRate, full.words).toBeLessThan(0.3);
      const muted = await analyzeAnswer(page, 2, testInfo);
      expect(muted.longestGap, "seconds without a video frame").toBeLessThan(3);
      const unplugged = await analyzeAnswer(page, 3, testInfo);
      expect(unplugged.audioSeconds).toBeGreaterThan(unplugged.videoSeconds + ANSWER_MS / 4_000);
      expect(unplugged.audioSeconds, "the clock jump adds no silence").toBeLessThan(120);
    });
  },
);

/** Chunks of twenty minutes, four seconds each. */
const CHUNKS = 300;

test(
  "a take of 300 chunks becomes one recording",
  {
    annotation: [
      {
        type: "fault: a take of 300 chunks (20 minutes)",
        description: "nothing",
      },
    ],
  },
  async ({ page, server }, testInfo) => {
    await page.addInitScript(() => {
      const start = MediaRecorder.prototype.start;
      // Emit chunks faster; everything behind the recorder is unchanged.
      MediaRecorder.prototype.start = function () {
        start.call(this, 60);
      };
    });
    test.setTimeout(420_000);
    test.skip(LATENCY_MS > 0, "Sixteen chunks a second need a fast line: they are sent one after another.");
    await openLobby(page, server.url);
    await enterRoom(page);
    const question = await startAnswer(page);
    await expect
      .poll(async () => (await chunksOf(page, 1)).length, {
        timeout: 240_000,
        intervals: [1_000],
      })
      .toBeGreaterThan(CHUNKS);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(savedToast(page)).toBeVisible({ timeout: 60_000 });
    // On a busy machine small chunks come in bursts, which can exceed the bitrate limit and start another segment.
    const chunks = await chunksOf(page, 1);
    const steps = chunks.map(({ segment, index }, at) => (segment === chunks[at - 1]?.segment ? index - (chunks[at - 1]?.index ?? 0) : index));
    expect(steps, "chunk indexes are consecutive").toEqual(chunks.map(({ index }) => (index === 0 ? 0 : 1)));
    const recording = await analyzeAnswer(page, 1, testInfo);
    expect(recording.wordErrorRate, recording.words).toBeLessThan(0.3);
    expect(recording.longestGap, "seconds without a video frame").toBeLessThan(1);
  },
);
