/** A microphone that works, and hears nothing: muted, or the wrong one. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "../support/browser.ts";
import { RUN_FOLDER } from "../support/paths.ts";
import { createAccount, signIn } from "../support/people.ts";
import { enterRoom, startAnswer, waitForChunks } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

const SAMPLES_A_SECOND = 16_000;

/** Writes a second of silence: 16-bit mono sound, which the fake microphone repeats. */
function silence(): string {
  const file = join(RUN_FOLDER, `silence-${process.pid}.wav`);
  const bytes = Buffer.alloc(44 + 2 * SAMPLES_A_SECOND);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(SAMPLES_A_SECOND, 24);
  bytes.writeUInt32LE(2 * SAMPLES_A_SECOND, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  writeFileSync(file, bytes);
  return file;
}

test.use(chromium(process.env.CASE_INPUT ?? silence()));

test("a microphone that hears nothing is named before and during the answer", async ({ page, server }) => {
  await page.goto("/video-interview-prep");
  await signIn(page, await createAccount(server.url, 4));
  await page.getByRole("checkbox", { name: "Let AI score my words" }).check();
  await page.getByRole("checkbox", { name: "Record my answers" }).check();
  await expect(page.getByText("We don't hear you yet.")).toBeVisible();
  await expect(page.getByText("Works", { exact: true })).toHaveCount(1);
  await page.getByRole("button", { name: "Start Interview Now" }).click();
  await enterRoom(page);
  await startAnswer(page);
  await expect(page.getByText("We don't hear you", { exact: true })).toBeVisible();
});

test("a microphone that heard nothing is named after the answer", async ({ page, server }) => {
  await page.goto("/video-interview-prep");
  await signIn(page, await createAccount(server.url, 4));
  await page.getByRole("checkbox", { name: "Let AI score my words" }).check();
  await page.getByRole("checkbox", { name: "Record my answers" }).check();
  await page.getByRole("button", { name: "Start Interview Now" }).click();
  await enterRoom(page);
  await startAnswer(page);
  await expect(page.getByText("We don't hear you", { exact: true })).toBeVisible();
  await waitForChunks(page, 1); // By then the sound was measured, also on a busy machine.
  await page.getByRole("button", { name: "Complete This Answer" }).click();
  await expect(
    page.getByRole("heading", {
      name: "We didn't hear anything in this answer.",
    }),
  ).toBeVisible();
});
