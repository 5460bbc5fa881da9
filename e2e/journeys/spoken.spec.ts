import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { chromium } from "../support/browser.ts";
import { PROJECT, SPANISH_SPEECH_FILE, SPEECH_FILE } from "../support/paths.ts";
import { openLobby, press, storedInterview } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

/** A phone that gives the microphone to the recorder, so that its browser recognizes no speech. */
const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-A146U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
/** Longer than the text of the fake microphone, wherever it is when the recording starts. */
const ANSWER_MS = 12_000;

const SPEAKERS = [
  { language: "en", locale: "en-US", file: SPEECH_FILE, words: /eighty guests|80 guests/i },
  { language: "es", locale: "es-US", file: SPANISH_SPEECH_FILE, words: /cocinero en un restaurante/i },
];

for (const { language, locale, file, words } of SPEAKERS) {
  test.describe(language, () => {
    test.use({ ...chromium(file), locale, userAgent: ANDROID, contextOptions: { reducedMotion: "reduce" } });
    // Loading the model takes seconds, and the next question waits for words only for a moment.
    test.afterEach(async ({ server }) => {
      await server.kill();
      await server.start();
    });

    test("a spoken interview is scored without a typed letter", async ({ page, server, inspect }) => {
      test.setTimeout(600_000);
      await server.kill();
      await server.start({ DAYSHIFT_TRANSCRIBER_URL: "" });
      const say = messagesOf(language);
      await openLobby(page, server.url, language);
      await press(page, say("interview_start"));
      await passIntroduction(page, say);
      const start = page.getByRole("button", { name: say("interview_start_answer") });
      const review = page.getByRole("heading", { name: say("interview_review_title") });
      for (let order = 1; ; order += 1) {
        await start.or(review).waitFor();
        if (await review.isVisible()) break;
        await press(page, say("interview_start_answer"));
        await page.waitForTimeout(ANSWER_MS);
        if (order === 1) await inspect("answering");
        await expect(page.getByRole("textbox")).toHaveCount(0);
        await press(page, say("interview_complete_answer"));
        const save = page.getByRole("button", { name: say("interview_save") });
        await save.or(start).or(review).waitFor();
        if (order === 1) await inspect("checking");
        if (await save.isVisible()) await press(page, say("interview_save"));
      }
      await expect.poll(async () => (await storedInterview(page)).responses.filter(({ responseText }) => words.test(responseText)).length, {
        timeout: 120_000,
      }).toBeGreaterThanOrEqual(4);
      await inspect("review");
      await page.getByRole("button", { name: say("interview_end") }).last().click();
      await expect.poll(async () => (await storedInterview(page)).aiSummary, { timeout: 120_000 }).not.toBeNull();
      const { responses } = await storedInterview(page);
      expect(responses.every(({ mode, originalText }) => mode === "spoken" && originalText === null)).toBe(true);
    });
  });
}

type Say = (key: string) => string;

function messagesOf(language: string): Say {
  const messages = JSON.parse(readFileSync(join(PROJECT, "web", "messages", language, "interview.json"), "utf-8")) as Record<string, string>;
  return (key) => messages[key] ?? key;
}

async function passIntroduction(page: Page, say: Say): Promise<void> {
  const first = page.getByRole("button", { name: say("interview_first_question") });
  const start = page.getByRole("button", { name: say("interview_start_answer") });
  await first.or(start).waitFor();
  if (await first.isVisible()) await press(page, say("interview_first_question"));
  await expect(start).toBeVisible();
}
