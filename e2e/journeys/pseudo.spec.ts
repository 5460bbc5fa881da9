/**
 * Every screen in a language that nobody speaks (see web/scripts/pseudo.mjs), on the narrowest phone: texts that are a good
 * third longer fit, and nothing is said that no catalogue has.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { EXPECTED, STAY } from "../../web/src/testing/guardTable.ts";
import { beSignedIn, onboarded } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const WEB = join(__dirname, "../../web");
const BUILT = join(WEB, "node_modules/.cache/pseudo");
/** The kinds of work are the server's list, with languages of its own. */
const KINDS_OF_WORK = readFileSync(join(WEB, "../dayshift/occupations/categories.json"), "utf-8");

test.use({
  viewport: { width: 320, height: 640 },
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 4\d\d/],
});

/** One after the other: both look at the one build, and whoever builds it clears what was there. */
test.describe.configure({ mode: "default" });

test.beforeAll(() => {
  execFileSync("node", ["scripts/pseudo.mjs"], { cwd: WEB });
});

test("texts that are a third longer fit 320 px, and none is without a translation", async ({ page, context, server }) => {
  const known = await speakPseudo(page);
  const visit = async (path: string) => {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect.soft(await beyondTheEdge(page), `wider than the screen: ${path}`).toEqual([]);
      expect.soft(await plainWords(page, known), `not translated: ${path}`).toEqual([]);
    });
  };
  const open = (person: "visitor" | "step 5") => Object.keys(EXPECTED).filter((path) => EXPECTED[path]?.[person] === STAY);
  for (const path of open("visitor")) await visit(path);
  await beSignedIn(context, server.url, await onboarded(server.url, 5));
  for (const path of open("step 5").filter((path) => !open("visitor").includes(path))) await visit(path);
});

test("every part in every state is free of faults and looks as it did, in the light and in the dark", async ({ page, inspect }) => {
  await speakPseudo(page);
  await page.goto("/parts.html");
  await expect(page.getByRole("heading", { name: "Parts", level: 1 })).toBeVisible();
  const drawn = await page.locator("[data-part]").evaluateAll((parts) => parts.map((part) => part.getAttribute("data-part")));
  const parts = readdirSync(join(WEB, "src/ui"), { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "page");
  expect(drawn.toSorted()).toEqual(parts.map(({ name }) => name).toSorted());
  await page.setViewportSize({ width: 320, height: await page.evaluate(() => document.documentElement.scrollHeight) });
  expect(await beyondTheEdge(page)).toEqual([]);
  await inspect("parts");
  await expectPictures(page, drawn);
});

/** Nearly every other shade counts; of the pixels, so many may be the edges of letters that a browser draws otherwise. */
const ALIKE = { threshold: 0.03, maxDiffPixelRatio: 0.02 };

/** Compares each part with its picture in e2e/pictures. A browser may draw the edges of letters otherwise, but nothing else. */
async function expectPictures(page: Page, parts: (string | null)[]): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const part of parts) {
      const alone = page.locator(`[data-part=${part}]`);
      await alone.evaluate((shown) => {
        // By itself it stands at the same place whatever is before it.
        for (const one of document.querySelectorAll<HTMLElement>("[data-part]")) one.hidden = one !== shown;
      });
      const picture = await alone.screenshot({ animations: "disabled" });
      expect.soft(picture, `${part}, ${colorScheme}`).toMatchSnapshot(`${part}-${colorScheme}.png`, ALIKE);
    }
  }
}

/** Puts the pseudo build in front of the server's pages. Returns the words that the server's answers bring, as they come. */
async function speakPseudo(page: Page): Promise<Set<string>> {
  const known = new Set(wordsOfPrograms());
  await page.route(/^(?!.*\/api\/)/, (route) => {
    const file = join(BUILT, new URL(route.request().url()).pathname);
    return route.fulfill({ path: existsSync(file) && statSync(file).isFile() ? file : join(BUILT, "index.html") });
  });
  page.on("response", async (reply) => {
    if (!reply.url().includes("/api/")) return;
    const text = await reply.text().catch(() => "");
    for (const word of text.match(/\p{L}+/gu) ?? []) known.add(word.toLowerCase());
  });
  return known;
}

/** What dates, figures and lengths of time are written with is the browser's, not ours; so is the product's name its own. */
function wordsOfPrograms(): string[] {
  const days = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, 1 + day, day % 24));
  const zone = new Intl.DateTimeFormat("en-US", { timeZoneName: "long" });
  const long = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" });
  const short = new Intl.DateTimeFormat("en-US", { month: "short", weekday: "short" });
  const written = days.flatMap((day) => [long, short, zone].map((format) => format.format(day)));
  return [...written, KINDS_OF_WORK, "Dayshift", "Español"].flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
}

/** What stands on the screen, or is read out of it, with a plain vowel: it is in no catalogue. */
async function plainWords(page: Page, known: Set<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    for (const node of document.querySelectorAll("title, body *:not(script, style, noscript)")) {
      if (node.closest("[translate=no]")) continue;
      for (const { nodeType, textContent } of node.childNodes) if (nodeType === Node.TEXT_NODE) found.push(textContent ?? "");
      for (const name of ["aria-label", "placeholder", "title", "alt"]) found.push(node.getAttribute(name) ?? "");
    }
    return found.filter((text) => /\b[a-z]*[aeiou][a-z]*\b/i.test(text));
  });
  const isPlain = (word: string) => /^[a-z]*[aeiou][a-z]*$/i.test(word) && !known.has(word.toLowerCase());
  return texts.filter((text) => (text.match(/\p{L}+/gu) ?? []).some(isPlain));
}

/** The elements that stick out to the right of the screen, where that makes the page wider. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > innerWidth + 1);
    return wide.map((node) => `${node.tagName} ${node.className} ${(node.textContent ?? "").slice(0, 40)}`);
  });
}
