/** Presses the links and buttons of a screen, and checks where they lead. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const MESSAGES = join(__dirname, "../../web/messages/en");
const messages = (file: string) => JSON.parse(readFileSync(join(MESSAGES, `${file}.json`), "utf-8")) as Record<string, string>;
const { shell_not_found_title, shell_error_title, shell_missing_title, shell_unknown_title } = messages("shell");
const { desk_missing_title, desk_failed_title } = messages("desk");
/** Headings of the screens that nothing may lead to. */
const NOWHERE = [shell_not_found_title, shell_error_title, shell_missing_title, shell_unknown_title, desk_missing_title, desk_failed_title];

const SETTLED_MS = 15_000;
/** Prerendered, and without the app until somebody uses it: its links are left to the browser. */
const LANDING = "/";

interface Control {
  /** Role, name, address and place among those that are equal. */
  id: string;
  href: string | null;
  /** Whether it is part of the page itself, instead of the bar that all pages share. */
  own: boolean;
  /** Whether it shows the page in another language, for which the page is loaded again. */
  reloads: boolean;
}

/** What a press did. */
interface Outcome {
  /** The address that was left to the browser, or null. */
  left: string | null;
  /** The address of the screen after it. */
  now: string;
  /** Whether the document is still the one of before. */
  same: boolean;
  dialog: boolean;
}

declare global {
  interface Window {
    /** Finds the visible controls, those of an open dialog alone. */
    controls: () => Map<string, HTMLElement>;
    leftTo: string | null;
    isPressed?: boolean;
    isTakenOver?: boolean;
  }
}

/** Keeps the document when a link is left to the browser, and says where it would have led. */
export async function preparePresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.leftTo = null;
    addEventListener("shown", () => (window.isTakenOver = true));
    addEventListener("click", (event) => {
      const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
      if (!link || event.defaultPrevented) return;
      window.leftTo = link.href;
      event.preventDefault();
    });
    window.controls = () => {
      const open = [...document.querySelectorAll("[role=dialog], [role=alertdialog], dialog[open]")].at(-1);
      const found = new Map<string, HTMLElement>();
      for (const control of (open ?? document).querySelectorAll<HTMLElement>("a[href], button, summary, [role=tab]")) {
        if (!control.checkVisibility({ visibilityProperty: true }) || (control as HTMLButtonElement).disabled) continue;
        const name = control.getAttribute("aria-label") ?? control.innerText.trim();
        const id = [control.tagName, name, control.getAttribute("href") ?? ""].join(" | ");
        let again = 1;
        while (found.has(again > 1 ? `${id} (${again})` : id)) again += 1;
        found.set(again > 1 ? `${id} (${again})` : id, control);
      }
      return found;
    };
  });
  // Pressing sends nothing: what a form or a button would change stays, and failing must not lead to an error screen either.
  await page.route("**/api/**", (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({
          status: 503,
          json: { code: "busy", message: "Please try again." },
        }),
  );
}

/** Opens `address` and presses what it shows, except what is in `known`; adds the shared controls to it. Returns what was pressed. */
export async function pressAll(page: Page, address: string, known: Set<string>): Promise<string[]> {
  await open(page, address);
  const { heading: first } = await look(page);
  const pressed: string[] = [];
  for (const control of await listControls(page)) {
    if (!control.own && known.has(control.id)) continue;
    if (!control.own && address !== LANDING) known.add(control.id);
    const outcome = await press(page, address, control, first);
    if (!outcome) continue;
    pressed.push(control.id);
    if (outcome.dialog) pressed.push(...(await pressDialog(page, address, control, first)));
    await comeBack(page, address, outcome);
  }
  return pressed;
}

/** Presses the controls of the dialog that `opener` opens. */
async function pressDialog(page: Page, address: string, opener: Control, first: string): Promise<string[]> {
  const pressed: string[] = [];
  for (const control of await listControls(page)) {
    const outcome = await press(page, address, control, first);
    if (!outcome) continue;
    pressed.push(`${opener.id} > ${control.id}`);
    if (outcome.dialog && outcome.same) continue;
    await comeBack(page, address, outcome);
    if (!(await press(page, address, opener, first))?.dialog) break;
  }
  return pressed;
}

async function open(page: Page, address: string): Promise<void> {
  const { hostname } = new URL(page.url());
  if (hostname) await page.context().addCookies([{ name: "dayshift_language", value: "en", domain: hostname, path: "/" }]);
  await page.goto(address);
  await settle(page);
  // A page that the build drew has links before the router has them.
  if (address !== LANDING && !address.startsWith("/desk")) await page.waitForFunction(() => window.isTakenOver);
}

/** Waits until the screen has its heading and loads nothing. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") &&
      !document.querySelector("main [aria-busy=true]:not(button)") &&
      !/^(Loading|Cargando)/.test(document.querySelector("main [role=status]")?.textContent ?? ""),
    null,
    { timeout: SETTLED_MS },
  );
}

function listControls(page: Page): Promise<Control[]> {
  return page.evaluate(() =>
    [...window.controls()].map(([id, control]) => ({
      id,
      href: control.getAttribute("href"),
      own: control.closest("header, [data-toasts]") === null,
      reloads: control.lang !== "",
    })),
  );
}

/** Presses a control and checks what it led to; null if the screen no longer shows it. `first`: the heading of the screen. */
async function press(page: Page, address: string, { id, href, reloads }: Control, first: string): Promise<Outcome | null> {
  const loaded = reloads && address !== LANDING ? page.waitForEvent("load") : null;
  const found = await page.evaluate((wanted) => {
    const control = window.controls().get(wanted);
    window.leftTo = null;
    window.isPressed = true;
    control?.click();
    return control !== undefined;
  }, id);
  if (!found) return null;
  await loaded;
  await settle(page);
  const { heading, ...outcome } = await look(page);
  const where = `${id} on ${address}`;
  if (heading !== first) expect.soft(NOWHERE, `${where} leads to ${outcome.now}`).not.toContain(heading);
  if (href !== null) await checkLink(page, where, href, outcome, address !== LANDING);
  return outcome;
}

async function look(page: Page): Promise<Outcome & { heading: string }> {
  return page.evaluate(() => ({
    left: window.leftTo,
    now: location.pathname + location.search,
    same: window.isPressed ?? false,
    dialog: document.querySelector("[role=dialog], [role=alertdialog], dialog[open]") !== null,
    heading: document.querySelector("h1")?.textContent ?? "",
  }));
}

/** An address outside is left to the browser, and one of the app is not. */
async function checkLink(page: Page, where: string, href: string, { left, now }: Outcome, hasRouter: boolean): Promise<void> {
  if (href.startsWith("#")) return;
  if (left === null) {
    expect.soft(new URL(href, page.url()).protocol, `${where} is taken by the router`).toMatch(/^http/);
    return;
  }
  const { protocol, origin, pathname, search } = new URL(left);
  if (origin !== new URL(page.url()).origin) {
    expect.soft(protocol, `${where} leaves for ${left}`).toMatch(/^(https?|webcal|mailto|tel|otpauth|data|blob):$/);
    return;
  }
  const reply = await page.request.get(pathname + search, { maxRedirects: 0 });
  expect.soft(reply.status(), `${where} leaves ${now} for ${pathname}`).toBeLessThan(400);
  if (hasRouter && reply.headers()["content-type"]?.startsWith("text/html")) {
    expect.soft((await reply.text()).includes('id="root"'), `${where} leaves the app for one of its own pages`).toBe(false);
  }
}

/** Restores the screen at `address` if the press has left or changed it. */
async function comeBack(page: Page, address: string, { dialog }: Outcome): Promise<void> {
  if (dialog) await page.keyboard.press("Escape");
  const { now, same, dialog: stays } = await look(page);
  if (!same || stays || now !== address) await open(page, address);
}
