/** Takes the pictures of the README, `docs/screenshots/NAME.png`, and its film from a running server with people on both sides. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { PROJECT, PYTHON, SERVER_PROGRAM } from "./support/paths.ts";
import { createAccount, setSession } from "./support/people.ts";
import { enterRoom, prepare, startAnswer } from "./support/room.ts";
import { type Server, serverEnvironment } from "./support/server.ts";
import { expect, test, waitForAnimations } from "./support/test.ts";

const FOLDER = join(__dirname, "..", "docs", "screenshots");
const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
};
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PASSWORD = "a long day's work";
/** Milliseconds of the film. */
const LOOK_MS = { today: 1_500, watching: 3_800, level: 700, revealed: 1_600, deciding: 1_000, inviting: 1_400 };

test.use({ expectedErrors: [/./] });

test.beforeAll(async ({ server }) => {
  test.setTimeout(600_000);
  await server.kill();
  execFileSync(SERVER_PROGRAM, ["demo"], { env: serverEnvironment(dirname(server.logFile)) });
  await server.start();
});

async function shoot(page: Page, name: string): Promise<void> {
  await waitForAnimations(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

function open(browser: Browser, server: Server, options: object): Promise<Page> {
  return browser.newPage({
    baseURL: server.url,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    timezoneId: "America/New_York",
    permissions: ["camera", "microphone"],
    ...options,
  });
}

test("a candidate on a phone", async ({ browser, server }) => {
  await server.kill();
  await server.start({ DAYSHIFT_TRANSCRIBER_URL: "" }); // As it comes: what is said is written down.
  const account = await createAccount(server.url, 4, {
    firstName: "Rosa",
    lastName: "Delgado",
  });
  const page = await open(browser, server, PHONE);
  await setSession(page.context(), server.url, account);
  await page.goto("/matching");
  const match = page.getByText(/% match/).first();
  await match.evaluate((line) => line.scrollIntoView({ block: "center" }));
  await shoot(page, "matching-360");
  await page.goto("/video-interview-prep");
  await prepare(page);
  await enterRoom(page);
  await shoot(page, "interview-asking-360");
  await startAnswer(page);
  await page.waitForTimeout(4_000); // The level of the voice moves, and the time counts.
  await shoot(page, "interview-answering-360");
  await page.close();
  await server.kill();
  await server.start();
});

test("a consent in Spanish", async ({ browser, server }) => {
  const account = await createAccount(server.url, 4, { firstName: "Rosa", lastName: "Delgado" });
  const page = await open(browser, server, { ...PHONE, locale: "es-US" });
  await setSession(page.context(), server.url, account);
  await page.context().addCookies([{ name: "dayshift_language", value: "es", url: server.url }]);
  await page.goto("/video-interview-prep");
  await expect(page.getByText(/Decide una persona/)).toBeVisible();
  await shoot(page, "consent-360-es");
  await page.close();
});

test("a manager at the desk", async ({ browser, server }) => {
  const page = await open(browser, server, DESKTOP);
  await signInToDesk(page);
  await openToday(page);
  await shoot(page, "desk-today-1280");
  await page.getByRole("link", { name: /^Play Rosa/ }).click();
  await watch(page, "Rosa");
  await page.waitForTimeout(1_500); // The first sentence.
  await page.keyboard.press(" ");
  await shoot(page, "desk-person-1280");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await openDecide(page);
  await page.getByRole("group", { name: "Decision" }).getByRole("button", { name: "Decline" }).click();
  await page.getByRole("radio", { name: "Someone else was a closer fit" }).check({ force: true });
  await expect(page.getByRole("dialog").getByText(/^Hi Rosa, it's/)).toBeVisible();
  await shoot(page, "desk-decide-1280-dark");
  await page.close();
});

test("ten seconds at the desk", async ({ browser, server }) => {
  const page = await open(browser, server, DESKTOP);
  await signInToDesk(page);
  const folder = mkdtempSync(join(tmpdir(), "film-"));
  const show = await makeFilm(page, folder);
  await openToday(page);
  await show(LOOK_MS.today);
  await page.getByRole("link", { name: "Start with Jamal" }).filter({ visible: true }).click();
  await watch(page, "Jamal");
  await show(LOOK_MS.watching);
  await page.keyboard.press("4");
  await show(LOOK_MS.level);
  await page.keyboard.press("Enter");
  await expect(page.locator("#both-levels")).toBeVisible();
  await show(LOOK_MS.revealed);
  await openDecide(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Where" }).fill("310 West 125th Street");
  await dialog.getByRole("group", { name: "Decision" }).scrollIntoViewIfNeeded();
  await show(LOOK_MS.deciding);
  await dialog.getByRole("checkbox").nth(1).check({ force: true });
  await dialog.getByRole("checkbox").nth(6).check({ force: true });
  await expect(dialog.getByText(/^Hi Jamal, it's/)).toBeVisible();
  await show(LOOK_MS.inviting);
  await page.close();
  const length = Object.values(LOOK_MS).reduce((sum, one) => sum + one);
  execFileSync(PYTHON, ["e2e/film.py", folder, String(length), join(FOLDER, "desk.webp")], { cwd: PROJECT });
  rmSync(folder, { recursive: true });
});

/**
 * Returns a function that records the page for so many milliseconds, as pictures named after their milliseconds in the film.
 * What loads between two calls is not in the film.
 */
async function makeFilm(page: Page, folder: string): Promise<(ms: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  let [before, length, begin] = [0, 0, 0];
  session.on("Page.screencastFrame", ({ data, sessionId }) => {
    void session.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
    const ms = Date.now() - begin;
    if (ms < length) writeFileSync(join(folder, `${before + ms}.jpg`), data, "base64");
  });
  return async (ms) => {
    before += length;
    [length, begin] = [ms, Date.now()];
    await session.send("Page.startScreencast", { format: "jpeg", quality: 90 });
    await page.waitForTimeout(ms);
    await session.send("Page.stopScreencast");
  };
}

async function signInToDesk(page: Page): Promise<void> {
  const reply = await page.request.post("/api/desk/sign-in/password", { data: { email: "devin@twospoons.demo.example", password: PASSWORD } });
  expect(reply).toBeOK();
}

/** Opens the list of those who wait, and shows the picture of the next one. */
async function openToday(page: Page): Promise<void> {
  await page.goto("/desk");
  await page.locator("aside video").evaluate(async (face) => {
    const video = face as HTMLVideoElement;
    const painted = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = 0.1; // Paints, even if the first picture was painted before.
    await painted;
  });
}

/** Waits until the answer of a person plays. */
async function watch(page: Page, name: string): Promise<void> {
  await expect(page.locator("h1")).toContainText(name);
  await expect.poll(() => page.locator("figure video").evaluate((video) => (video as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
}

async function openDecide(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Decide/ })
    .filter({ visible: true })
    .click();
}
