/**
 * Every screen of the route table, as people find it, looked at closely: in both sizes, in the light and in the dark; on the
 * phone in Spanish, on the wide screen also at 200 % and in colours that the person forces on every page.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { EXPECTED, STAY } from "../../web/src/testing/guardTable.ts";
import { beSignedIn, onboarded } from "../support/people.ts";
import { expect, type Inspect, test as base } from "../support/test.ts";

const test = base.extend<{ look: Inspect }>({
  locale: async ({}, use, { project }) => use(project.name === "phone" ? "es-US" : "en-US"),

  look: async ({ page, inspect, locale }, use) => {
    await use(async (path) => {
      await inspect(path.replaceAll(/\W+/g, "-"));
      expect.soft(await underToast(page), "covered by a toast").toEqual([]);
      if (locale === "es-US") {
        expect.soft(await saidInEnglish(page), "not said in Spanish").toEqual([]);
        expect.soft(await smallTargets(page), "too small for a thumb").toEqual([]);
        expect.soft(await moving(page), "moves, though the person asked for rest").toEqual([]);
      } else {
        await expectZoomed(page);
        await expectEdges(page);
      }
    });
  },
});

test.use({ contextOptions: { reducedMotion: "reduce" }, expectedErrors: [/status of 4\d\d/] });

const PATHS = Object.entries(EXPECTED);
const MESSAGES = join(__dirname, "../../web/messages");
const spanish = new Set(catalogue("es"));
/** The title of the interview's job, as it was wished for; the first page has it among its samples. */
const WISHED = "Line Cook";
/** The sentences that are not the same in Spanish, and words that no Spanish sentence has. */
const ENGLISH = catalogue("en").filter((text) => text.length > 1 && text !== WISHED && !spanish.has(text) && !text.includes("{"));
const ENGLISH_WORD = "\\b(you|your|we|please|this|have|are|on|program)\\b";

/** A text, or one for each plural form. */
type Message = string | { match: Record<string, string> }[];

function textsOf(message: Message): string[] {
  return typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match));
}

/** All that is said in a language, but the names of jobs: an employer may have given a job just this one. */
function catalogue(language: string): string[] {
  const folder = join(MESSAGES, language);
  const messages = readdirSync(folder).flatMap((file) => Object.entries<Message>(JSON.parse(readFileSync(join(folder, file), "utf-8"))));
  return messages.filter(([name]) => !name.startsWith("booking_job_")).flatMap(([, message]) => textsOf(message));
}

/** What stands on the screen, or is read out of it, in English. */
function saidInEnglish(page: Page): Promise<string[]> {
  return page.evaluate(([sentences, word]) => {
    const known = new Set(sentences);
    const english = new RegExp(word as string, "i");
    const texts: string[] = [];
    for (const node of document.querySelectorAll("title, body *:not(script, style)")) {
      if (node.closest("[lang=en]")) continue;
      for (const { nodeType, textContent } of node.childNodes) if (nodeType === Node.TEXT_NODE) texts.push(textContent ?? "");
      for (const name of ["aria-label", "placeholder", "title", "alt"]) texts.push(node.getAttribute(name) ?? "");
    }
    return texts.map((text) => text.trim()).filter((text) => known.has(text) || english.test(text));
  }, [ENGLISH, ENGLISH_WORD] as const);
}

/** What can be pressed and is lower or narrower than 48 px, all that belongs to it counted. Links within a sentence are none. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 47.5; // A browser rounds what it lays out.
    const inSentence = (link: Element) => getComputedStyle(link).display === "inline" && link.parentElement?.textContent !== link.textContent;
    const isSmall = (control: Element) => {
      const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
      return width < least || height < least;
    };
    return [...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => isSmall(control) && !inSentence(control))
      .map((control) => `${control.outerHTML.slice(0, 160)} ${JSON.stringify(control.getBoundingClientRect())}`);
  });
}

/** What a toast of three lines covers, wherever on the page one is when it comes. */
function underToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const place = document.querySelector("[data-toasts]");
    if (!place) throw new Error("no place for toasts");
    const covered: string[] = [];
    for (const part of [0, 0.5, 1]) {
      scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * part);
      const toast = place.appendChild(document.createElement("li"));
      toast.style.cssText = "display: block; height: 120px";
      const { top, bottom } = toast.getBoundingClientRect();
      const things = document.querySelectorAll("main :is(a, button, input, select, textarea, h1, h2, h3, p, label)");
      for (const thing of things) {
        const box = thing.getBoundingClientRect();
        const seenBefore = box.bottom - 120 > 0 || part === 0; // Above the window before the toast came: not covered by it.
        const overlaps = box.height > 0 && box.top < bottom - 1 && box.bottom > top + 1;
        const cut = box.top - 120 < 0; // Cut off by the window's edge before the toast came.
        if (overlaps && seenBefore && !cut && thing.checkVisibility({ visibilityProperty: true, opacityProperty: true })) covered.push(thing.outerHTML.slice(0, 160));
      }
      toast.remove();
    }
    scrollTo(0, 0);
    return covered;
  });
}

/** The names of what goes on moving. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").map(({ id, effect }) => `${id} ${(effect as KeyframeEffect).target?.className}`));
}

/** A wide screen at 200 %: nothing may need sideways scrolling. */
async function expectZoomed(page: Page): Promise<void> {
  await page.setViewportSize({ width: 640, height: 400 });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(beyond, "pixels beyond the edge at 200 %").toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Where the person forces colours, backgrounds are gone: what can be pressed or filled in still has an edge or a line. */
async function expectEdges(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  const bare = await page.evaluate(() => {
    const hasEdge = (element: Element) => {
      const { borderTopWidth, borderBottomWidth, textDecorationLine, forcedColorAdjust } = getComputedStyle(element);
      const drawsItself = forcedColorAdjust === "none";
      return drawsItself || borderTopWidth !== "0px" || borderBottomWidth !== "0px" || textDecorationLine !== "none";
    };
    /** An input that is transparent is drawn by the card next to it, other controls by themselves or the box around them. */
    const isTransparent = (control: Element) => getComputedStyle(control).opacity === "0";
    const drawnBy = (control: Element) => [
      control,
      ...control.querySelectorAll("*"),
      (isTransparent(control) ? control.nextElementSibling : control.parentElement) ?? control,
    ];
    const isOurs = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("nav, header"); // Links in a row, of which each is alone.
    return [...document.querySelectorAll("button, a[href], input, select, textarea")]
      .filter((control) => isOurs(control) && !drawnBy(control).some(hasEdge))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  await page.emulateMedia({ forcedColors: null });
  expect.soft(bare, "without an edge in forced colours").toEqual([]);
}

test("what a visitor can open @desktop", async ({ page, look }) => {
  const open = PATHS.filter(([, { visitor }]) => visitor === STAY).map(([path]) => path);
  for (const path of [...open, "/login?next=/live-interview", "/set-password?forgot", "/no-such-page"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await look(path);
    });
  }
});

test("what somebody can open who has come to the interview @desktop", async ({ page, context, server, look }) => {
  const account = await onboarded(server.url, 5);
  await beSignedIn(context, server.url, account);
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
