/**
 * Accessibility and layout of every screen: phone and desktop, light and dark; on the phone in Spanish, on the desktop also at
 * 200 % zoom and with forced colors.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { EXPECTED, STAY } from "../../web/src/testing/guardTable.ts";
import { createAccount, setSession } from "../support/people.ts";
import { expect, type Inspect, test as base } from "../support/test.ts";

const test = base.extend<{ look: Inspect }>({
  locale: async ({}, use, { project }) => use(project.name === "phone" ? "es-US" : "en-US"),

  look: async ({ page, inspect, locale }, use) => {
    await use(async (path) => {
      await inspect(path.replaceAll(/\W+/g, "-"));
      expect.soft(await coveredByToast(page), "covered by a toast").toEqual([]);
      if (locale === "es-US") {
        expect.soft(await englishTexts(page), "not translated to Spanish").toEqual([]);
        expect.soft(await smallTargets(page), "touch targets that are too small").toEqual([]);
        expect.soft(await runningAnimations(page), "animated despite reduced motion").toEqual([]);
      } else {
        await expectZoomed(page);
        await expectVisibleInForcedColors(page);
      }
    });
  },
});

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 4\d\d/],
});

const PATHS = Object.entries(EXPECTED);
const MESSAGES = join(__dirname, "../../web/messages");
const spanish = new Set(messagesOf("es"));
/** The job title of the interview as searched for; the landing page also shows it. */
const SEARCHED_TITLE = "Line Cook";
/** Texts that differ in Spanish, and a pattern of words that no Spanish text has. */
const ENGLISH = messagesOf("en").filter((text) => text.length > 1 && text !== SEARCHED_TITLE && !spanish.has(text) && !text.includes("{"));
const ENGLISH_WORD = "\\b(you|your|we|please|this|have|are|on|program)\\b";

/** A text, or one for each plural form. */
type Message = string | { match: Record<string, string> }[];

function textsOf(message: Message): string[] {
  return typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match));
}

/** Returns all messages of a language except job titles, which employers may use too. */
function messagesOf(language: string): string[] {
  const folder = join(MESSAGES, language);
  const messages = readdirSync(folder).flatMap((file) => Object.entries<Message>(JSON.parse(readFileSync(join(folder, file), "utf-8"))));
  return messages.filter(([name]) => !name.startsWith("booking_job_")).flatMap(([, message]) => textsOf(message));
}

/** Returns the English texts and accessible names on the screen. */
function englishTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    ([sentences, word]) => {
      const known = new Set(sentences);
      const english = new RegExp(word as string, "i");
      const texts: string[] = [];
      for (const node of document.querySelectorAll("title, body *:not(script, style)")) {
        if (node.closest("[lang=en]")) continue;
        for (const { nodeType, textContent } of node.childNodes) if (nodeType === Node.TEXT_NODE) texts.push(textContent ?? "");
        for (const name of ["aria-label", "placeholder", "title", "alt"]) texts.push(node.getAttribute(name) ?? "");
      }
      return texts.map((text) => text.trim()).filter((text) => known.has(text) || english.test(text));
    },
    [ENGLISH, ENGLISH_WORD] as const,
  );
}

/** Returns controls smaller than 48 px including their label, except links within a sentence. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const minimum = 47.5; // Browsers round layout sizes.
    const inSentence = (link: Element) => getComputedStyle(link).display === "inline" && link.parentElement?.textContent !== link.textContent;
    const isSmall = (control: Element) => {
      const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
      return width < minimum || height < minimum;
    };
    return [...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")]
      .filter((control) =>
        control.checkVisibility({
          visibilityProperty: true,
          opacityProperty: true,
        }),
      )
      .filter((control) => isSmall(control) && !inSentence(control))
      .map((control) => `${control.outerHTML.slice(0, 160)} ${JSON.stringify(control.getBoundingClientRect())}`);
  });
}

/** Returns elements that a toast of three lines covers, at several scroll positions. */
function coveredByToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const region = document.querySelector("[data-toasts]");
    if (!region) throw new Error("no toast region");
    const covered: string[] = [];
    for (const part of [0, 0.5, 1]) {
      scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * part);
      const toast = region.appendChild(document.createElement("li"));
      toast.style.cssText = "display: block; height: 120px";
      const { top, bottom } = toast.getBoundingClientRect();
      const elements = document.querySelectorAll("main :is(a, button, input, select, textarea, h1, h2, h3, p, label)");
      for (const element of elements) {
        const box = element.getBoundingClientRect();
        const visibleBefore = box.bottom - 120 > 0 || part === 0; // Not above the viewport before the toast appeared.
        const overlaps = box.height > 0 && box.top < bottom - 1 && box.bottom > top + 1;
        const clipped = box.top - 120 < 0; // Clipped by the viewport before the toast appeared.
        if (
          overlaps &&
          visibleBefore &&
          !clipped &&
          element.checkVisibility({
            visibilityProperty: true,
            opacityProperty: true,
          })
        )
          covered.push(element.outerHTML.slice(0, 160));
      }
      toast.remove();
    }
    scrollTo(0, 0);
    return covered;
  });
}

/** Returns the names of running animations. */
function runningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ id, effect }) => `${id} ${(effect as KeyframeEffect).target?.className}`),
  );
}

/** Expects no horizontal scrolling on a desktop at 200 % zoom. */
async function expectZoomed(page: Page): Promise<void> {
  await page.setViewportSize({ width: 640, height: 400 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(overflow, "horizontal overflow in pixels at 200 %").toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Expects controls to have a border or underline with forced colors, which remove backgrounds. */
async function expectVisibleInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  const withoutEdge = await page.evaluate(() => {
    const hasEdge = (element: Element) => {
      const { borderTopWidth, borderBottomWidth, textDecorationLine, forcedColorAdjust } = getComputedStyle(element);
      const drawsItself = forcedColorAdjust === "none";
      return drawsItself || borderTopWidth !== "0px" || borderBottomWidth !== "0px" || textDecorationLine !== "none";
    };
    /** Transparent inputs are drawn by the next element, other controls by themselves or their parent. */
    const isTransparent = (control: Element) => getComputedStyle(control).opacity === "0";
    const drawnBy = (control: Element) => [
      control,
      ...control.querySelectorAll("*"),
      (isTransparent(control) ? control.nextElementSibling : control.parentElement) ?? control,
    ];
    const isChecked = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("nav, header"); // Navigation links need no edge.
    return [...document.querySelectorAll("button, a[href], input, select, textarea")]
      .filter((control) => isChecked(control) && !drawnBy(control).some(hasEdge))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  await page.emulateMedia({ forcedColors: null });
  expect.soft(withoutEdge, "without an edge in forced colors").toEqual([]);
}

test("screens for visitors @desktop", async ({ page, look }) => {
  const open = PATHS.filter(([, { visitor }]) => visitor === STAY).map(([path]) => path);
  for (const path of [...open, "/login?next=/live-interview", "/set-password?forgot", "/no-such-page"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await look(path);
    });
  }
});

test("screens for a user at the interview step @desktop", async ({ page, context, server, look }) => {
  const account = await createAccount(server.url, 5);
  await setSession(context, server.url, account);
  const open = PATHS.filter(([, people]) => people["step 5"] === STAY && people.visitor !== STAY).map(([path]) => path);
  for (const path of open) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await look(path);
    });
  }
});
