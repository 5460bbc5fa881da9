/** Takes a screenshot of every screen: `NAME-PROJECT.png`, and `-full.png` of pages that scroll. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { EXPECTED, STAY } from "../web/src/testing/guardTable.ts";
import { answerQuestions, createAccount, fillSignUp, newPerson, setSession, signIn } from "./support/people.ts";
import { answerAll, answerTo, enterRoom, enterRoomTyping, finishInterview, prepare, saveAnswer, startAnswer, typeAnswer } from "./support/room.ts";
import { expect, test as base, waitForAnimations } from "./support/test.ts";

const FOLDER = process.env.SHOTS ?? join(__dirname, "test-results", "shots");

const test = base.extend<{ shoot: (name: string) => Promise<void> }>({
  expectedErrors: [/./],
  shoot: async ({ page }, use, { project }) => {
    mkdirSync(FOLDER, { recursive: true });
    await use(async (name) => {
      await closeToast(page);
      await page.evaluate(() => scrollTo(0, 0));
      await waitForAnimations(page);
      await page.screenshot({
        path: join(FOLDER, `${name}-${project.name}.png`),
      });
      await shootFullPage(page, join(FOLDER, `${name}-${project.name}-full.png`));
    });
  },
});

async function closeToast(page: Page): Promise<void> {
  const close = page.getByRole("region", { name: /Notifications/ }).getByRole("button", { name: "Close" });
  if (!(await close.isVisible())) return;
  await close.click();
  await close.waitFor({ state: "hidden" });
}

/** Takes a screenshot with the viewport as high as the page, so sticky elements are at the end. */
async function shootFullPage(page: Page, path: string): Promise<void> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (!size || height <= size.height) return;
  await page.setViewportSize({ width: size.width, height });
  await waitForAnimations(page);
  await page.screenshot({ path });
  await page.setViewportSize(size);
}

test("every page @languages", async ({ page, context, server, shoot }) => {
  const paths = Object.entries(EXPECTED);
  const shootEach = async (pages: typeof paths) => {
    for (const [path] of pages) {
      await page.goto(path);
      await page.locator("h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      await shoot(`all${path.replaceAll(/\W+/g, "-")}`);
    }
  };
  await shootEach(paths.filter(([, { visitor }]) => visitor === STAY));
  await setSession(context, server.url, await createAccount(server.url, 5));
  await shootEach(paths.filter(([, people]) => people["step 5"] === STAY && people.visitor !== STAY));
});

test("landing and sign-in pages", async ({ page, server, shoot }) => {
  await page.goto("/");
  await shoot("01-landing");
  await page.goto("/signup");
  await shoot("02-sign-up");
  await fillSignUp(page, { ...newPerson(), email: "rosa@", password: "short" });
  await page.getByRole("button", { name: "Create Account" }).click();
  await shoot("02-sign-up-errors");
  await page.goto("/login");
  await shoot("02-login");
  await page.goto("/set-password");
  await shoot("02-set-password");
  await page.goto("/no-such-page");
  await shoot("12-not-found");
  await page.goto("/login");
  await signIn(page, await createAccount(server.url, 2));
  await expect(page.getByRole("button", { name: "Complete Profile" })).toBeVisible();
  await page.goto("/get-started");
  await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
  await shoot("02-get-started");
});

test("from job search to matches", async ({ page, context, server, shoot }) => {
  await page.goto("/login");
  await signIn(page, await createAccount(server.url, 1));
  const skip = page.getByRole("button", { name: "Skip demo" });
  await skip.waitFor();
  await page.waitForTimeout(3_000);
  await shoot("03-job-search");
  if (await skip.isVisible()) await skip.click(); // On a slow machine the demo may be over.
  await page.getByRole("button", { name: "Restaurants/Bars" }).click();
  await page.getByRole("button", { name: "Line Cook" }).click();
  await shoot("03-job-search-chips");
  await page.getByRole("button", { name: "Continue" }).click();
  await answerQuestions(page);
  await shoot("04-quick-questions");
  await page.getByRole("button", { name: "Complete Profile" }).click();
  await page.getByRole("progressbar").waitFor();
  await page.waitForTimeout(1_500);
  await page.screenshot({
    path: join(FOLDER, `05-matching-searching-${test.info().project.name}.png`),
  });
  await page.getByRole("heading", { name: "Excellent! We Found Great Matches" }).waitFor();
  await page.waitForTimeout(1_500);
  await shoot("05-matching-found");
  await context.setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await shoot("12-offline");
});

test("the interview @room", async ({ page, server, shoot }) => {
  await page.goto("/video-interview-prep");
  await signIn(page, await createAccount(server.url, 4));
  const withPrefix = (prefix: string) => (name: string) => shoot(`${prefix}-${name}`);
  await prepare(page, withPrefix("07"));
  await enterRoom(page, withPrefix("08"));
  await answerAll(page, async (order) => {
    const first = order === 1;
    if (first) await shoot("08-asking");
    const question = await startAnswer(page);
    if (first) await page.waitForTimeout(6_000);
    if (first) await shoot("08-answering");
    await typeAnswer(page, answerTo(question));
    await page.getByRole("button", { name: "Save My Answer" }).waitFor();
    if (first) await shoot("08-checking");
    await saveAnswer(page);
    if (first) await shoot("08-saving");
  });
  await shoot("08-review");
  await finishInterview(page);
  await shoot("09-complete");
  await shootDashboards(page, shoot);
});

async function shootDashboards(page: Page, shoot: (name: string) => Promise<void>): Promise<void> {
  await page.goto("/dashboard");
  await page.getByText(/^Your score is here/).waitFor();
  await page
    .getByText(/% match$/)
    .first()
    .waitFor();
  await shoot("10-dashboard");
  await page.getByRole("button", { name: "Your answers" }).click();
  await page.waitForTimeout(1_500);
  await shoot("10-answers");
  await page.goto("/interviews");
  await page.getByRole("heading", { name: "Interview History" }).waitFor();
  await shoot("11-interviews");
  await page.goto("/profile");
  await page.getByRole("heading", { name: "My Profile" }).waitFor();
  await shoot("11-profile");
}

test("empty states", async ({ page, server, shoot }) => {
  await page.goto("/dashboard");
  await signIn(page, await createAccount(server.url, 1));
  await page.getByRole("heading", { name: "Welcome, Rosa" }).waitFor();
  await shoot("12-empty-dashboard");
  await page.goto("/interviews");
  await page.getByText("No Interviews Scheduled").waitFor();
  await shoot("12-empty-interviews");
});

test.describe("without a camera", () => {
  test.use({ permissions: [] });
  test("the room @room", async ({ page, server, shoot }) => {
    await page.goto("/video-interview-prep");
    await signIn(page, await createAccount(server.url, 4));
    await prepare(page, (name) => shoot(`07-refused-${name}`), false);
    await enterRoomTyping(page, (name) => shoot(`08-${name}`));
    await startAnswer(page);
    await shoot("08-typing");
  });
});
