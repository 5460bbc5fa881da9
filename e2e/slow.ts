/** Time and traffic of the full journey, from the landing page to the end of the interview, on slow 4G with 8x CPU slowdown. */

import type { Page } from "@playwright/test";
import { answerQuestions, fillSignUp, newPerson } from "./support/people.ts";
import { answerAll, answerTo, enterRoom, finishInterview, prepare, saveAnswer, startAnswer, storedInterview, typeAnswer } from "./support/room.ts";
import { expect, test } from "./support/test.ts";

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 92_160 }; // ms, bytes per second
const SLOWDOWN = 8;
/** Duration of speech in each answer, in ms. */
const SPEECH_MS = 10_000;

/** Bytes downloaded and uploaded since the start, headers included. */
interface Traffic {
  down: number;
  up: number;
}

test.use({ expectedErrors: [/./] });

test("the full journey", async ({ page }) => {
  const traffic = await throttle(page);
  const started = Date.now();
  let spoken = 0;
  console.log("stage                    s      kB down     kB up");
  const stage = async (name: string, run: () => Promise<void>) => {
    const [from, before] = [Date.now(), { ...traffic }];
    await run();
    report(name, Date.now() - from, { down: traffic.down - before.down, up: traffic.up - before.up });
  };

  await stage("landing", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
  await stage("sign-up", () => signUp(page));
  await stage("search, questions", () => onboard(page));
  await stage("matching", () => seeMatches(page));
  await stage("preparation", () => prepare(page));
  await stage("entering the room", () => enterRoom(page));
  await stage("answers", () =>
    answerAll(page, async () => {
      const question = await startAnswer(page);
      await page.waitForTimeout(SPEECH_MS);
      spoken += SPEECH_MS;
      await typeAnswer(page, answerTo(question));
      await saveAnswer(page);
    }),
  );
  await stage("finishing", () => finishInterview(page));
  const elapsed = Date.now() - started;
  report("total", elapsed, traffic);
  expect((await storedInterview(page)).status).toBe("completed");
  console.log(
    `journey: seconds=${seconds(elapsed)} of_them_spoken=${seconds(spoken)} down_kb=${kilobytes(traffic.down)} up_kb=${kilobytes(traffic.up)}`,
  );
});

async function throttle(page: Page): Promise<Traffic> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const traffic = { down: 0, up: 0 };
  page.on("requestfinished", async (request) => {
    const sizes = await request.sizes().catch(() => null); // The page was closed.
    if (!sizes) return;
    traffic.down += sizes.responseHeadersSize + sizes.responseBodySize;
    traffic.up += sizes.requestHeadersSize + sizes.requestBodySize;
  });
  return traffic;
}

async function signUp(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Find Jobs Now" }).first().click();
  await fillSignUp(page, newPerson());
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/job-search$/);
}

async function onboard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Skip demo" }).click();
  await page.getByRole("textbox", { name: "The job you want" }).fill("Line Cook");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/quick-questions$/);
  await answerQuestions(page);
  await page.getByRole("button", { name: "Complete Profile" }).click();
}

async function seeMatches(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Excellent! We Found Great Matches" })).toBeVisible();
  await page.getByRole("button", { name: "Take Video Interview" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/video-interview-prep$/);
}

function report(name: string, ms: number, { down, up }: Traffic): void {
  console.log(name.padEnd(20), ...[seconds(ms), kilobytes(down), kilobytes(up)].map((cell, at) => cell.padStart([6, 12, 10][at] ?? 0)));
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);
