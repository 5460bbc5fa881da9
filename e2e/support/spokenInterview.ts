import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { PROJECT } from "./paths.ts";
import { openLobby, press, storedInterview } from "./room.ts";
import type { Server } from "./server.ts";
import { expect, type Inspect } from "./test.ts";

/** A phone that gives the microphone to the recorder, so that its browser recognizes no speech. */
export const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-A146U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** Longer than the text of the fake microphone, wherever it is when the recording starts. */
const ANSWER_MS = 12_000;
const TRANSCRIBED_MS = 180_000;

type Say = (key: string) => string;

/** Speaks every answer of an interview, types nothing, and waits for the report. `words`: what each answer says. */
export async function speakInterview(page: Page, server: Server, inspect: Inspect, language: string, words: RegExp): Promise<void> {
  await server.kill();
  await server.start({ DAYSHIFT_TRANSCRIBER_URL: "" });
  const say = messagesOf(language);
  await openLobby(page, server.url, language);
  await press(page, say("interview_start"));
  await passIntroduction(page, say);
  const start = page.getByRole("button", {
    name: say("interview_start_answer"),
  });
  const review = page.getByRole("heading", {
    name: say("interview_review_title"),
  });
  for (let order = 1; ; order += 1) {
    await start.or(review).waitFor();
    if (await review.isVisible()) break;
    await press(page, say("interview_start_answer"));
    await page.waitForTimeout(ANSWER_MS);
    await expect(page.getByRole("textbox")).toHaveCount(0);
    if (order === 1) await inspect("answering");
    await press(page, say("interview_complete_answer"));
    // The other answers are saved automatically.
    if (order > 1) continue;
    await press(page, say("interview_type_instead"));
    await inspect("checking");
    await press(page, say("interview_save"));
  }
  const understood = async () => (await storedInterview(page)).responses.filter(({ responseText }) => words.test(responseText));
  await expect.poll(async () => (await understood()).length, { timeout: TRANSCRIBED_MS }).toBeGreaterThanOrEqual(4);
  await inspect("review");
  await page
    .getByRole("button", { name: say("interview_end") })
    .last()
    .click();
  const thanks = say("interview_complete_title").split(",")[0] ?? "";
  await expect(page.getByRole("heading", { name: thanks })).toBeVisible();
  await expect
    .poll(async () => (await storedInterview(page)).aiSummary, {
      timeout: TRANSCRIBED_MS,
    })
    .not.toBeNull();
  const { responses } = await storedInterview(page);
  expect(responses.every(({ mode, originalText }) => mode === "spoken" && originalText === null)).toBe(true);
}

/** Restores the server for the journeys after this one. */
export async function stopTranscribing(page: Page, server: Server): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.goto("about:blank"); // A page that is still open would miss the server.
  await server.kill();
  await server.start();
}

function messagesOf(language: string): Say {
  const messages = JSON.parse(readFileSync(join(PROJECT, "web", "messages", language, "interview.json"), "utf-8")) as Record<string, string>;
  return (key) => messages[key] ?? key;
}

async function passIntroduction(page: Page, say: Say): Promise<void> {
  const first = page.getByRole("button", {
    name: say("interview_first_question"),
  });
  const start = page.getByRole("button", {
    name: say("interview_start_answer"),
  });
  await first.or(start).waitFor();
  if (await first.isVisible()) await press(page, say("interview_first_question"));
  await expect(start).toBeVisible();
}
