/**
 * Time and traffic of the full journey, from the landing page to the end of the interview, on slow 4G with 8x CPU slowdown;
 * and the time from a tap to the next page when its files were loaded before. `JOURNEY_FILE` gets the figures as JSON.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { answerQuestions, fillSignUp, newPerson } from "./support/people.ts";
import { answerAll, answerTo, enterRoom, finishInterview, prepare, saveAnswer, startAnswer, storedInterview, typeAnswer } from "./support/room.ts";
import { expect, test } from "./support/test.ts";

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 204_800,
  uploadThroughput: 92_160,
}; // ms, bytes per second
const SLOWDOWN = 8;
const WARM_SLOWDOWN = 4;
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
    report(name, Date.now() - from, {
      down: traffic.down - before.down,
      up: traffic.up - before.up,
    });
  };

  await stage("landing", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
  await stage("sign-up", () => signUp(page));
  await stage("search, questions", () => onboard(page));
  await stage("matching", () => startInterview(page));
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
  console.log(`journey: seconds=${seconds(elapsed)} of_them_spoken=${seconds(spoken)} down_kb=${kilobytes(traffic.down)} up_kb=${kilobytes(traffic.up)}`);
  keep({ way_down_kb: Number(kilobytes(traffic.down)) });
});

test("from tap to next page, with visited files", async ({ page }) => {
  await page.addInitScript(timeTaps);
  for (const visit of ["first", "warm"]) {
    await page.context().clearCookies();
    await page.goto("/robots.txt");
    await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
    if (visit === "warm") await setSlowdown(page, WARM_SLOWDOWN);
    await page.goto("/");
    await page.waitForTimeout(2_000); // People look at a page before they tap; files of the next one load meanwhile.
    await signUp(page, 1_000);
    await onboard(page, 1_000);
    await startInterview(page);
    await expect(page.getByRole("button", { name: "Start Interview Now" })).toBeVisible();
    await page.waitForTimeout(1_000);
  }
  const taps: { path: string; ms: number }[] = JSON.parse((await page.evaluate(() => sessionStorage.getItem("taps"))) ?? "[]");
  for (const { path, ms } of taps) console.log(path.padEnd(24), `${ms.toFixed(0).padStart(6)} ms`);
  expect(taps.map(({ path }) => path)).toEqual(["/signup", "/job-search", "/quick-questions", "/matching", "/video-interview-prep"]);
  const sorted = taps.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b);
  keep({
    nav_median_ms: sorted[2] ?? Number.NaN,
    nav_worst_ms: sorted[4] ?? Number.NaN,
  });
});

/** Runs in the page: records in `sessionStorage` the time from each tap to the first frame with the next page's heading. */
function timeTaps(): void {
  const heading = () => document.querySelector("h1")?.textContent ?? "";
  addEventListener(
    "click",
    (event) => {
      const tap = {
        at: performance.timeOrigin + event.timeStamp,
        path: location.pathname,
        heading: heading(),
      };
      sessionStorage.setItem("tap", JSON.stringify(tap));
    },
    { capture: true },
  );
  const look = () => {
    requestAnimationFrame(look);
    const tap = JSON.parse(sessionStorage.getItem("tap") ?? "null");
    if (!tap || location.pathname === tap.path || !heading() || heading() === tap.heading) return;
    sessionStorage.removeItem("tap");
    const taps = JSON.parse(sessionStorage.getItem("taps") ?? "[]");
    taps.push({
      path: location.pathname,
      ms: performance.timeOrigin + performance.now() - tap.at,
    });
    sessionStorage.setItem("taps", JSON.stringify(taps));
  };
  requestAnimationFrame(look);
}

/** Adds figures to the file that `make bench-web` reads. */
function keep(figures: Record<string, number>): void {
  const file = process.env.JOURNEY_FILE;
  if (!file) return;
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  writeFileSync(file, JSON.stringify({ ...before, ...figures }));
}

async function setSlowdown(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}

async function throttle(page: Page): Promise<Traffic> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await setSlowdown(page, SLOWDOWN);
  const traffic = { down: 0, up: 0 };
  page.on("requestfinished", async (request) => {
    const sizes = await request.sizes().catch(() => null); // The page was closed.
    if (!sizes) return;
    traffic.down += sizes.responseHeadersSize + sizes.responseBodySize;
    traffic.up += sizes.requestHeadersSize + sizes.requestBodySize;
  });
  return traffic;
}

/** `pause` is the time, in ms, that a person looks at the filled page before the tap. */
async function signUp(page: Page, pause = 0): Promise<void> {
  await page.getByRole("link", { name: "Find Jobs Now" }).first().click();
  await fillSignUp(page, newPerson());
  await page.waitForTimeout(pause);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/job-search$/);
}

async function onboard(page: Page, pause = 0): Promise<void> {
  await page.getByRole("button", { name: "Skip demo" }).click();
  await page.getByRole("textbox", { name: "The job you want" }).fill("Line Cook");
  await page.waitForTimeout(pause);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/quick-questions$/);
  await answerQuestions(page);
  await page.waitForTimeout(pause);
  await page.getByRole("button", { name: "Complete Profile" }).click();
}

async function startInterview(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Excellent! We Found Great Matches" })).toBeVisible();
  await page.getByRole("button", { name: "Take Video Interview" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/video-interview-prep$/);
}

function report(name: string, ms: number, { down, up }: Traffic): void {
  console.log(name.padEnd(20), ...[seconds(ms), kilobytes(down), kilobytes(up)].map((cell, at) => cell.padStart([6, 12, 10][at] ?? 0)));
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);
