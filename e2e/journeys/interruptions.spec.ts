import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromium as options, PHONE } from "../support/browser.ts";
import {
  analyzeAnswer,
  answerTo,
  enterRoom,
  openLobby,
  passIntroduction,
  press,
  saveAnswer,
  startAnswer,
  storedInterview,
  typeAnswer,
  waitForChunks,
} from "../support/room.ts";
import { UNREACHABLE } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [new RegExp(`${UNREACHABLE.source}|status of 507`)],
});

/** Enough for two chunks and for the whole text of the fake microphone. */
const ANSWER_MS = 11_000;
/** Duration of the network outage; the benchmark uses a minute. */
const OUTAGE_MS = Number(process.env.CUT_SECONDS ?? 11) * 1_000;

const answerBox = (page: Page) => page.getByRole("textbox", { name: "Your answer" });
const savedToast = (page: Page) => page.getByText("Response Saved", { exact: true }).first();

/** Resumes an interrupted answer and completes it. */
async function resumeAnswer(page: Page, question: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Welcome back, Rosa" })).toBeVisible();
  await press(page, "Continue Interview");
  await passIntroduction(page);
  expect(await startAnswer(page)).toBe(question);
  await expect(page.getByText("We kept what you said", { exact: true }).first()).toBeVisible();
  await expect(answerBox(page)).toHaveValue(answerTo(question));
  await page.waitForTimeout(2_000);
  await press(page, "Complete This Answer");
  await saveAnswer(page);
  await expect(savedToast(page)).toBeVisible();
  expect((await storedInterview(page)).responses).toMatchObject([{ responseText: answerTo(question), takeNumber: 1 }]);
}

test(
  "a second tab takes over and is closed during an answer",
  {
    annotation: [
      {
        type: "fault: two tabs",
        description: "the second one says so, and can take over",
      },
      {
        type: "fault: tab closed during an answer",
        description: "We kept what you said: the answer continues",
      },
    ],
  },
  async ({ page, context, server }, testInfo) => {
    await openLobby(page, server.url);
    await enterRoom(page);
    const other = await context.newPage();
    await other.goto("/live-interview");
    const openElsewhere = { name: "Your interview is open in another tab" };
    await expect(other.getByRole("heading", openElsewhere)).toBeVisible();
    await expect(page.getByRole("button", { name: "Start My Answer" })).toBeVisible();
    await press(other, "Continue Here");
    await expect(page.getByRole("heading", openElsewhere)).toBeVisible();
    await enterRoom(other);

    const question = await startAnswer(other);
    await answerBox(other).fill(answerTo(question));
    await other.waitForTimeout(ANSWER_MS);
    await other.close();

    await press(page, "Continue Here");
    await resumeAnswer(page, question);
    const recording = await analyzeAnswer(page, 1, testInfo);
    expect(recording.wordErrorRate, recording.words).toBeLessThan(0.3);
    expect(recording.audioSeconds, "both parts of the answer").toBeGreaterThan((ANSWER_MS + 2_000 - 4_000) / 1_000);
  },
);

test(
  "an answer resumes after the browser is killed",
  {
    annotation: [
      {
        type: "fault: browser killed during an answer",
        description: "We kept what you said: the answer continues",
      },
    ],
  },
  async ({ server }, testInfo) => {
    const profile = mkdtempSync(join(tmpdir(), "dayshift-profile-"));
    const first = await openProfile(profile);
    const page = first.pages()[0] as Page;
    await openLobby(page, server.url);
    await enterRoom(page);
    const question = await startAnswer(page);
    await waitForChunks(page, 1);
    await answerBox(page).fill(answerTo(question));
    await page.waitForTimeout(ANSWER_MS);
    const cookies = await first.cookies();
    killBrowser(profile);
    await first.close().catch(() => {});

    const second = await openProfile(profile);
    // Restore session cookies, which a browser restart deletes; this test is about device storage.
    await second.addCookies(cookies);
    const restoredPage = second.pages()[0] as Page;
    await restoredPage.goto(`${server.url}/`);
    await restoredPage.evaluate((hint) => localStorage.setItem("authToken", hint), await userId(restoredPage));
    await restoredPage.goto(`${server.url}/live-interview`);
    await resumeAnswer(restoredPage, question);
    const recording = await analyzeAnswer(restoredPage, 1, testInfo);
    expect(recording.wordErrorRate, recording.words).toBeLessThan(0.3);
    expect(recording.audioSeconds, "both parts of the answer").toBeGreaterThan((ANSWER_MS + 2_000 - 4_000) / 1_000);
    await second.close();
  },
);

function openProfile(profile: string): Promise<BrowserContext> {
  const { launchOptions, permissions = [] } = options();
  const viewport = PHONE.viewport ?? null;
  return chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport,
    permissions,
    reducedMotion: "reduce",
  });
}

async function userId(page: Page): Promise<string> {
  const { user } = (await (await page.request.get(new URL("/api/auth/me", page.url()).href)).json()) as { user: { id: string } };
  return user.id;
}

/** Kills every browser process that uses a profile, as a phone with low memory does. */
function killBrowser(profile: string): void {
  const pids = readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf-8").includes(profile);
    } catch {
      return false; // The process has already exited.
    }
  });
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(Number(pid), "SIGKILL");
}

test(
  "a network outage during an answer, then a full server disk",
  {
    annotation: [
      {
        type: "fault: network down during an answer",
        description: "only Saved on this phone",
      },
      {
        type: "fault: disk full on the server",
        description: "Saved on this phone, then Response Saved",
      },
    ],
  },
  async ({ page, context, server }, testInfo) => {
    await openLobby(page, server.url);
    await enterRoom(page);
    const question = await startAnswer(page);
    await waitForChunks(page, 1);
    await context.setOffline(true);
    await page.waitForTimeout(OUTAGE_MS);
    await server.kill();
    await server.start({ DAYSHIFT_FREE_DISK_MB: "1000000000" });
    await context.setOffline(false);
    await typeAnswer(page, answerTo(question));
    await saveAnswer(page);
    await expect(page.getByRole("status").filter({ hasText: "Saved on this phone" })).toBeVisible();
    await expect.poll(async () => (await storedInterview(page)).responses.length, "text is stored although the disk is full").toBe(1);
    await expect(page.getByRole("status").filter({ hasText: "Saved on this phone" })).toBeVisible();
    await server.kill();
    await server.start();
    await expect(savedToast(page)).toBeVisible();
    const recording = await analyzeAnswer(page, 1, testInfo);
    expect(recording.wordErrorRate, recording.words).toBeLessThan(0.3);
    expect(recording.longestGap, "seconds without a video frame").toBeLessThan(1);
  },
);
