import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromium as options, PHONE } from "../support/browser.ts";
import {
  acknowledged,
  answerTo,
  enterRoom,
  hearAnswer,
  hearIntroduction,
  openDoor,
  press,
  saveAnswer,
  startAnswer,
  storedInterview,
  typeAnswer,
} from "../support/room.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|status of 507/],
});

/** Time for at least two pieces of a recording, and for all that the voice at the microphone says. */
const LONG_ENOUGH = 11_000;
/** How long the network is gone; the benchmark of the room lets it be a minute. */
const CUT = Number(process.env.CUT_SECONDS ?? 11) * 1_000;

const words = (page: Page) => page.getByRole("textbox", { name: "Your answer" });
const savedToast = (page: Page) => page.getByText("Response Saved", { exact: true }).first();

/** Comes back to an answer that was broken off, and gives it to its end. */
async function finishAnswer(page: Page, question: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Welcome back, Rosa" })).toBeVisible();
  await press(page, "Start Interview");
  await hearIntroduction(page);
  expect(await startAnswer(page)).toBe(question);
  await expect(page.getByText("We kept what you said", { exact: true }).first()).toBeVisible();
  await expect(words(page)).toHaveValue(answerTo(question));
  await page.waitForTimeout(2_000);
  await press(page, "Complete This Answer");
  await saveAnswer(page);
  await expect(savedToast(page)).toBeVisible();
  expect((await storedInterview(page)).responses).toMatchObject([{ responseText: answerTo(question), takeNumber: 1 }]);
}

test("two tabs, one of them closed in mid answer", {
  annotation: [
    { type: "fault: two tabs", description: "the second says so, and can take over" },
    { type: "fault: tab closed in mid answer", description: "We kept what you said: the answer goes on" },
  ],
}, async ({ page, context, server }, testInfo) => {
  await openDoor(page, server.url);
  await enterRoom(page);
  const other = await context.newPage();
  await other.goto("/live-interview");
  const elsewhere = { name: "Your interview is open in another tab" };
  await expect(other.getByRole("heading", elsewhere)).toBeVisible();
  await expect(page.getByRole("button", { name: "Start My Answer" })).toBeVisible();
  await press(other, "Continue Here");
  await expect(page.getByRole("heading", elsewhere)).toBeVisible();
  await enterRoom(other);

  const question = await startAnswer(other);
  await words(other).fill(answerTo(question));
  await other.waitForTimeout(LONG_ENOUGH);
  await other.close();

  await press(page, "Continue Here");
  await finishAnswer(page, question);
  const heard = await hearAnswer(page, 1, testInfo);
  expect(heard.wordErrorRate, heard.words).toBeLessThan(0.3);
  expect(heard.audioSeconds, "both parts").toBeGreaterThan((LONG_ENOUGH + 2_000 - 4_000) / 1_000);
});

test("the browser is killed in mid answer, and its profile opened again", {
  annotation: [
    { type: "fault: browser killed in mid answer", description: "We kept what you said: the answer goes on" },
  ],
}, async ({ server }, testInfo) => {
  const profile = mkdtempSync(join(tmpdir(), "dayshift-profile-"));
  const first = await openProfile(profile);
  const page = first.pages()[0] as Page;
  await openDoor(page, server.url);
  await enterRoom(page);
  const question = await startAnswer(page);
  await acknowledged(page, 1);
  await words(page).fill(answerTo(question));
  await page.waitForTimeout(LONG_ENOUGH);
  const cookies = await first.cookies();
  killBrowser(profile);
  await first.close().catch(() => {});

  const second = await openProfile(profile);
  // A cookie of this session alone goes with the browser; the device's storage is what is looked at here.
  await second.addCookies(cookies);
  const later = second.pages()[0] as Page;
  await later.goto(`${server.url}/`);
  await later.evaluate((hint) => localStorage.setItem("authToken", hint), await userId(later));
  await later.goto(`${server.url}/live-interview`);
  await finishAnswer(later, question);
  const heard = await hearAnswer(later, 1, testInfo);
  expect(heard.wordErrorRate, heard.words).toBeLessThan(0.3);
  expect(heard.audioSeconds, "both parts").toBeGreaterThan((LONG_ENOUGH + 2_000 - 4_000) / 1_000);
  await second.close();
});

function openProfile(profile: string): Promise<BrowserContext> {
  const { launchOptions, permissions = [] } = options();
  const viewport = PHONE.viewport ?? null;
  return chromium.launchPersistentContext(profile, { ...launchOptions, viewport, permissions, reducedMotion: "reduce" });
}

async function userId(page: Page): Promise<string> {
  const { user } = (await (await page.request.get(new URL("/api/auth/me", page.url()).href)).json()) as { user: { id: string } };
  return user.id;
}

/** Ends every process of the browser that uses a profile, as a phone does that needs its memory. */
function killBrowser(profile: string): void {
  const own = readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf-8").includes(profile);
    } catch {
      return false; // It has ended by itself meanwhile.
    }
  });
  expect(own).not.toEqual([]);
  for (const pid of own) process.kill(Number(pid), "SIGKILL");
}

test("the network is gone in mid answer, then the server's disk is full", {
  annotation: [
    { type: "fault: network gone in mid answer", description: "nothing but Saved on this phone" },
    { type: "fault: disk full on the server", description: "Saved on this phone, then Response Saved" },
  ],
}, async ({ page, context, server }, testInfo) => {
  await openDoor(page, server.url);
  await enterRoom(page);
  const question = await startAnswer(page);
  await acknowledged(page, 1);
  await context.setOffline(true);
  await page.waitForTimeout(CUT);
  await server.kill();
  await server.start({ DAYSHIFT_FREE_DISK_MB: "1000000000" });
  await context.setOffline(false);
  await typeAnswer(page, answerTo(question));
  await saveAnswer(page);
  await expect(page.getByRole("status").filter({ hasText: "Saved on this phone" })).toBeVisible();
  await expect.poll(async () => (await storedInterview(page)).responses.length, "words need no room").toBe(1);
  await expect(page.getByRole("status").filter({ hasText: "Saved on this phone" })).toBeVisible();
  await server.kill();
  await server.start();
  await expect(savedToast(page)).toBeVisible();
  const heard = await hearAnswer(page, 1, testInfo);
  expect(heard.wordErrorRate, heard.words).toBeLessThan(0.3);
  expect(heard.longestGap, "seconds without a picture").toBeLessThan(1);
});
