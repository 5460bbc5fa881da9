import type { Page } from "@playwright/test";
import {
  acknowledged,
  answerTo,
  enterRoom,
  hearAnswer,
  openDoor,
  piecesOf,
  saveAnswer,
  startAnswer,
  storedInterview,
  typeAnswer,
} from "../support/room.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, expectedErrors: [/status of 401/] });

/** Time for at least two pieces of a recording, and for all that the voice at the microphone says. */
const LONG_ENOUGH = 11_000;

/** Lets a journey take things away from the page: the room on its disk, its camera, its microphone, the right time. */
async function makeBreakable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const on = (name: string, act: () => void) => addEventListener(`break-${name}`, act);
    let full = false;
    let pulled = false;
    let jump = 0;
    on("full", () => (full = !full));
    on("camera", () => (pulled = true));
    on("clock", () => (jump += 26 * 3_600_000));

    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...row) {
      if (full) throw new DOMException("no room", "QuotaExceededError");
      return put.apply(this, row);
    };
    const now = Date.now.bind(Date);
    Date.now = () => now() + jump;

    const open = MediaDevices.prototype.getUserMedia;
    MediaDevices.prototype.getUserMedia = async function (constraints) {
      if (pulled && constraints?.video) throw new DOMException("no camera", "NotFoundError");
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

const breaks = (page: Page, what: "full" | "camera" | "microphone" | "clock") =>
  page.evaluate((name) => dispatchEvent(new Event(`break-${name}`)), what);
const savedToast = (page: Page) => page.getByText("Response Saved", { exact: true }).first();
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
const isRecording = (page: Page) => page.getByRole("status").filter({ hasText: /^Recording$/ });

test("an interview on a phone where everything goes wrong", {
  annotation: [
    { type: "fault: no room on the phone", description: "No space left on this phone: keep this page open" },
    { type: "fault: microphone muted by the system", description: "nothing: another segment goes on" },
    { type: "fault: camera pulled out", description: "Your camera turned off: we keep recording your voice" },
    { type: "fault: the clock jumps by a day", description: "nothing" },
    { type: "fault: the session ends", description: "Please sign in again; then Response Saved" },
  ],
}, async ({ page, server, inspect }, testInfo) => {
  test.setTimeout(300_000);
  await makeBreakable(page);
  const { password } = await openDoor(page, server.url);
  await enterRoom(page);

  await test.step("no room on the phone: the page itself keeps what is said", async () => {
    await breaks(page, "full");
    const question = await startAnswer(page);
    await expect(toast(page, "No space left on this phone")).toBeVisible();
    await inspect("no-room-on-this-phone");
    await page.waitForTimeout(LONG_ENOUGH);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(savedToast(page)).toBeVisible();
    await breaks(page, "full");
  });

  await test.step("the system mutes the microphone: another segment goes on", async () => {
    const question = await startAnswer(page);
    await acknowledged(page, 2);
    await breaks(page, "microphone");
    const segments = async () => new Set((await piecesOf(page, 2)).map(({ segment }) => segment)).size;
    await expect.poll(segments).toBe(2);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(savedToast(page)).toBeVisible();
  });

  await test.step("the camera is pulled out and the clock jumps: the voice is recorded", async () => {
    const question = await startAnswer(page);
    await acknowledged(page, 3);
    await breaks(page, "camera");
    await breaks(page, "clock");
    await expect(toast(page, "Your camera turned off")).toBeVisible();
    await expect(isRecording(page)).toBeVisible();
    await page.waitForTimeout(LONG_ENOUGH / 2);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(savedToast(page)).toBeVisible();
  });

  await test.step("the session ends: a new sign-in, and the answer goes on its way", async () => {
    const question = await startAnswer(page);
    await acknowledged(page, 4);
    await page.context().clearCookies();
    await expect(page.getByRole("heading", { name: "Please sign in again" })).toBeVisible();
    await inspect("sign-in-again");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Please sign in again" })).toBeHidden();
    await page.getByRole("button", { name: "Make it easier" }).click();
    await page.getByRole("checkbox", { name: "No voice, only text" }).check();
    await inspect("make-it-easier");
    await page.getByRole("button", { name: "Done" }).click();
    // The next button lies at the same place: two presses there within a moment would be one double tap.
    await page.waitForTimeout(500);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(savedToast(page)).toBeVisible();
  });

  await test.step("all of it is with the server", async () => {
    const { responses } = await storedInterview(page);
    expect(responses.map(({ responseOrder, takeNumber }) => [responseOrder, takeNumber])).toEqual(
      [1, 2, 3, 4].map((number) => [number, number]),
    );
    expect(responses.map(({ responseText }) => responseText)).toEqual(
      responses.map(({ questionText }) => answerTo(questionText)),
    );
    const full = await hearAnswer(page, 1, testInfo);
    expect(full.wordErrorRate, full.words).toBeLessThan(0.3);
    const muted = await hearAnswer(page, 2, testInfo);
    expect(muted.longestGap, "seconds without a picture").toBeLessThan(3);
    const pulled = await hearAnswer(page, 3, testInfo);
    expect(pulled.audioSeconds).toBeGreaterThan(pulled.videoSeconds + LONG_ENOUGH / 4_000);
    expect(pulled.audioSeconds, "no day of silence").toBeLessThan(120);
  });
});

/** As many pieces as twenty minutes make, four seconds each. */
const PIECES = 300;

test("a take of three hundred pieces is one recording", {
  annotation: [
    { type: "fault: a take of 300 pieces (20 minutes)", description: "nothing" },
  ],
}, async ({ page, server }, testInfo) => {
  await page.addInitScript(() => {
    const start = MediaRecorder.prototype.start;
    // Pieces come all the faster; everything behind the recorder is as it always is.
    MediaRecorder.prototype.start = function () {
      start.call(this, 60);
    };
  });
  await openDoor(page, server.url);
  await enterRoom(page);
  const question = await startAnswer(page);
  await expect.poll(async () => (await piecesOf(page, 1)).length, { timeout: 90_000, intervals: [1_000] }).toBeGreaterThan(PIECES);
  await typeAnswer(page, answerTo(question));
  await saveAnswer(page);
  await expect(savedToast(page)).toBeVisible({ timeout: 60_000 });
  // A busy machine hands pieces as small as these out in bursts, which looks like too high a rate: another segment then.
  const pieces = await piecesOf(page, 1);
  const places = pieces.map(({ segment, index }, at) => (segment === pieces[at - 1]?.segment ? index - (pieces[at - 1]?.index ?? 0) : index));
  expect(places, "each piece follows the one before it").toEqual(pieces.map(({ index }) => (index === 0 ? 0 : 1)));
  const heard = await hearAnswer(page, 1, testInfo);
  expect(heard.wordErrorRate, heard.words).toBeLessThan(0.3);
  expect(heard.longestGap, "seconds without a picture").toBeLessThan(1);
});
