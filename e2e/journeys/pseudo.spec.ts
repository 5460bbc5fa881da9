/**
 * Every screen in a pseudo-locale (see web/scripts/pseudo.mjs) on the narrowest phone: texts that are a third longer fit, and
 * no text is untranslated.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page, Response } from "@playwright/test";
import { EXPECTED, STAY } from "../../web/src/testing/guardTable.ts";
import { createAccount, setSession } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const WEB = join(__dirname, "../../web");
const BUILT = join(WEB, "node_modules/.cache/pseudo");
/** Job categories come from the server, with their own translations. */
const CATEGORIES = ["categories", "more_categories"].map((name) => readFileSync(join(WEB, `../dayshift/knowledge/occupations/${name}.json`), "utf-8"));

test.use({
  viewport: { width: 320, height: 640 },
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 4\d\d/],
});

/** Sequential, because both tests use the same build folder. */
test.describe.configure({ mode: "default" });

test.beforeAll(() => {
  execFileSync("node", ["scripts/pseudo.mjs"], { cwd: WEB });
});

test("texts a third longer fit 320 px, and all are translated", async ({ page, context, server }) => {
  const known = await usePseudoLocale(page);
  const visit = async (path: string) => {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await Promise.all(known.reading);
      expect.soft(await overflowing(page), `wider than the screen: ${path}`).toEqual([]);
      expect.soft(await untranslated(page, known.words), `not translated: ${path}`).toEqual([]);
    });
  };
  const open = (person: "visitor" | "step 5") => Object.keys(EXPECTED).filter((path) => EXPECTED[path]?.[person] === STAY);
  for (const path of open("visitor")) await visit(path);
  await setSession(context, server.url, await createAccount(server.url, 5));
  for (const path of open("step 5").filter((path) => !open("visitor").includes(path))) await visit(path);
});

test("every component is accessible and matches its screenshots in light and dark mode", async ({ page, inspect }) => {
  await usePseudoLocale(page);
  await page.goto("/parts.html");
  await expect(page.getByRole("heading", { name: "Parts", level: 1 })).toBeVisible();
  const rendered = await page.locator("[data-part]").evaluateAll((parts) => parts.map((part) => part.getAttribute("data-part")));
  const parts = readdirSync(join(WEB, "src/ui"), {
    withFileTypes: true,
  }).filter((entry) => entry.isDirectory() && entry.name !== "page");
  expect(rendered.toSorted()).toEqual(parts.map(({ name }) => name).toSorted());
  await page.setViewportSize({
    width: 320,
    height: await page.evaluate(() => document.documentElement.scrollHeight),
  });
  expect(await overflowing(page)).toEqual([]);
  await inspect("parts");
  await expectScreenshots(page, rendered);
});

/** Strict color threshold; the pixel ratio allows for differences in text rendering. */
const TOLERANCE = { threshold: 0.03, maxDiffPixelRatio: 0.02 };

/** Compares each component with its screenshot in e2e/pictures. */
async function expectScreenshots(page: Page, parts: (string | null)[]): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const part of parts) {
      const component = page.locator(`[data-part=${part}]`);
      await component.evaluate((shown) => {
        // Hide the others, so its position does not depend on them.
        for (const each of document.querySelectorAll<HTMLElement>("[data-part]")) each.hidden = each !== shown;
      });
      const screenshot = await component.screenshot({ animations: "disabled" });
      expect.soft(screenshot, `${part}, ${colorScheme}`).toMatchSnapshot(`${part}-${colorScheme}.png`, TOLERANCE);
    }
  }
}

/** Serves the pseudo-locale build instead of the server's pages. Returns the words of its API responses, read as they come. */
async function usePseudoLocale(page: Page): Promise<{ words: Set<string>; reading: Promise<void>[] }> {
  const words = new Set(generatedWords());
  const reading: Promise<void>[] = [];
  await page.route(/^(?!.*\/api\/)/, (route) => {
    const file = join(BUILT, new URL(route.request().url()).pathname);
    return route.fulfill({
      path: existsSync(file) && statSync(file).isFile() ? file : join(BUILT, "index.html"),
    });
  });
  const read = async (reply: Response) => {
    const text = await reply.text().catch(() => "");
    for (const word of text.match(/\p{L}+/gu) ?? []) words.add(word.toLowerCase());
  };
  page.on("response", (reply) => {
    if (reply.url().includes("/api/")) reading.push(read(reply));
  });
  return { words, reading };
}

/** Returns words of browser-formatted dates and times, job categories, and names that are not translated. */
function generatedWords(): string[] {
  const days = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, 1 + day, day % 24));
  const zone = new Intl.DateTimeFormat("en-US", { timeZoneName: "long" });
  const long = new Intl.DateTimeFormat("en-US", {
    dateStyle: "full",
    timeStyle: "short",
  });
  const short = new Intl.DateTimeFormat("en-US", {
    month: "short",
    weekday: "short",
  });
  const formatted = days.flatMap((day) => [long, short, zone].map((format) => format.format(day)));
  return [...formatted, ...CATEGORIES, "Dayshift", "Español"].flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
}

/** Returns texts and accessible names with plain vowels, which no pseudo-locale message has. */
async function untranslated(page: Page, known: Set<string>): Promise<string[]> {
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

/** Returns elements beyond the right edge if they make the page wider than the screen. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > innerWidth + 1);
    return wide.map((node) => `${node.tagName} ${node.className} ${(node.textContent ?? "").slice(0, 40)}`);
  });
}
