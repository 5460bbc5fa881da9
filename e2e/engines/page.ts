/** A page as its user sees it: elements by role and name, pressed only where a finger would reach them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Driver, until } from "./driver.ts";

export type Role = "button" | "link" | "heading" | "textbox" | "radio" | "checkbox" | "text";
export type Name = string | RegExp;

const WAIT_MS = 30_000;
/** Two presses within 350 ms count as a double tap. */
const DOUBLE_TAP_MS = 420;

/** Runs in the page, also in browsers of 2021. */
const FINDER = `
const SELECTOR = {
  button: "button,[role=button],summary,input[type=submit]", link: "a[href]", heading: "h1,h2,h3,h4,[role=heading]",
  textbox: "textarea,[role=textbox],select,input:not([type=radio]):not([type=checkbox]):not([type=range]):not([type=submit]):not([type=hidden])",
  radio: "input[type=radio],[role=radio]", checkbox: "input[type=checkbox],[role=checkbox]", text: "*",
};
const flat = (text) => (text || "").replace(/\\s+/g, " ").trim();
const nameOf = (el, role) => {
  const by = role !== "text" && el.getAttribute("aria-labelledby");
  if (by) return flat(by.split(/\\s+/).map((id) => (document.getElementById(id) || {}).textContent).join(" "));
  if (role !== "text" && el.getAttribute("aria-label")) return flat(el.getAttribute("aria-label"));
  if (el.labels && el.labels.length) return flat(Array.from(el.labels, (label) => label.textContent).join(" "));
  return flat(el.textContent);
};
const isShown = (el) => {
  const { width, height } = el.getBoundingClientRect();
  const { visibility, display } = getComputedStyle(el);
  return width > 0 && height > 0 && visibility !== "hidden" && display !== "none";
};
const matches = (name, wanted) => (typeof wanted === "string" ? name === wanted : new RegExp(wanted.source, wanted.flags).test(name));
const find = (role, wanted) => {
  const dialogs = Array.from(document.querySelectorAll("dialog[open],[role=dialog],[role=alertdialog]")).filter(isShown);
  const root = dialogs.length && role !== "text" ? dialogs[dialogs.length - 1] : document;
  return Array.from(root.querySelectorAll(SELECTOR[role])).filter((el) => {
    if (el.closest("[aria-hidden=true],[inert],template,script,style")) return false;
    if (role === "text" && !Array.from(el.childNodes).some((node) => node.nodeType === 3 && node.data.trim())) return false;
    const label = el.labels && el.labels[0];
    return (isShown(el) || (label && isShown(label))) && matches(nameOf(el, role), wanted);
  });
};
`;

/** Returns the place to press, or why there is none. A place counts when nothing has moved for two frames. */
const PLACE = `
const all = find(args[0], args[1]); const el = all[args[2] < 0 ? all.length + args[2] : args[2]];
if (!el) return "missing";
if (el.disabled || el.getAttribute("aria-disabled") === "true" || el.getAttribute("aria-busy") === "true") return "disabled";
const target = (args[0] === "radio" || args[0] === "checkbox") && el.labels && el.labels[0] || el;
const before = target.getBoundingClientRect();
if (before.top < 60 || before.bottom > innerHeight - 90) target.scrollIntoView({ block: "center", behavior: "instant" });
const one = target.getBoundingClientRect(); await new Promise((go) => setTimeout(go, 60)); const two = target.getBoundingClientRect();
if (Math.abs(one.top - two.top) > 1 || Math.abs(one.left - two.left) > 1) return "moving";
const x = two.left + Math.min(two.width / 2, 120), y = two.top + two.height / 2;
const hit = document.elementFromPoint(x, y);
if (!hit) return "outside of the view";
if (!(target.contains(hit) || el.contains(hit) || hit.tagName === "LABEL" && hit.contains(el))) return "covered by " + hit.tagName + "." + hit.className;
window.__pressed = 0;
document.addEventListener("click", (event) => {
  // A press that began on the element and ended on another arrives at what contains both.
  const onLabel = event.target.tagName === "LABEL" && event.target.contains(el);
  window.__pressed = target.contains(event.target) || onLabel || el.contains(event.target) ? 2 : 1;
}, { capture: true, once: true });
return { x, y };`;

const plain = (name: Name) => (typeof name === "string" ? name : { source: name.source, flags: name.flags });

export class Page {
  readonly driver: Driver;
  readonly folder: string;
  /** Presses that met another element because the page moved in between. */
  readonly moved: string[] = [];

  constructor(driver: Driver, folder: string) {
    this.driver = driver;
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  run<T>(body: string, ...args: unknown[]): Promise<T> {
    return this.driver.run<T>(FINDER + body, ...args);
  }

  /** Undefined while the page is being replaced. */
  #try<T>(body: string, ...args: unknown[]): Promise<T | undefined> {
    return this.run<T>(body, ...args).catch((error: Error) => {
      if (/browser exited|invalid session|ECONNREFUSED/.test(error.message)) throw error;
      return undefined;
    });
  }

  async has(role: Role, name: Name): Promise<boolean> {
    return ((await this.#try<number>("return find(args[0], args[1]).length", role, plain(name))) ?? 0) > 0;
  }

  /** Waits for the element and returns its name. */
  see(role: Role, name: Name, ms = WAIT_MS): Promise<string> {
    const read = () => this.#try<string>("const [el] = find(args[0], args[1]); return el && (nameOf(el, args[0]) || ' ')", role, plain(name));
    return this.#until(read, `${role} ${name}`, ms);
  }

  /** Waits for one of several buttons or headings, and returns it. */
  seeOneOf<T extends readonly [Role, Name]>(choices: readonly T[], ms = 60_000): Promise<T> {
    const read = async () => {
      for (const choice of choices) if (await this.has(choice[0], choice[1])) return choice;
      return undefined;
    };
    return this.#until(read, choices.map(([, name]) => name).join(" or "), ms);
  }

  async at(path: RegExp): Promise<void> {
    await this.#until(async () => path.test((await this.#try<string>("return location.pathname")) ?? "") || undefined, `the path ${path}`);
  }

  /** Presses once the element is in view, enabled, at rest and not covered. `nth` counts from 0, -1 is the last. */
  async press(role: Role, name: Name, nth = 0): Promise<void> {
    await sleep(DOUBLE_TAP_MS);
    for (let tries = 0; tries < 3; tries += 1) {
      let why = "";
      const read = async () => {
        const place = await this.#try<{ x: number; y: number } | string>(PLACE, role, plain(name), nth);
        if (typeof place === "object") return place;
        why = place ?? "the page is being replaced";
        return undefined;
      };
      const place = await this.#until(read, () => `${role} ${name} to press (${why})`);
      await this.driver.tap(place.x, place.y);
      // A page that is being left has received the press.
      const pressed = await until(
        () =>
          this.run<number>("return window.__pressed === undefined ? 2 : window.__pressed").then(
            (n) => n || undefined,
            () => 2,
          ),
        "the press",
        2_000,
      ).catch(() => 0);
      if (pressed === 2) return;
      this.moved.push(`${role} ${name}`);
    }
    throw new Error(`Pressed ${role} ${name} three times without effect; ${await this.#where()}`);
  }

  /** Presses a radio button or checkbox and checks that it is on. */
  async choose(role: "radio" | "checkbox", name: Name): Promise<void> {
    await this.press(role, name);
    const isOn = () =>
      this.#try<boolean>("const [el] = find(args[0], args[1]); return !!el && (el.checked || el.getAttribute('aria-checked') === 'true')", role, plain(name));
    await this.#until(async () => (await isOn()) || undefined, `${role} ${name} to be on`);
  }

  async fill(name: Name, text: string): Promise<void> {
    await this.press("textbox", name);
    await this.run("const el = find('textbox', args[0])[0]; el.focus(); if (el.select) el.select();", plain(name));
    await this.driver.keys(text);
    await this.#until(async () => (await this.value(name)) === text || undefined, `${name} to contain the typed text`);
  }

  value(name: Name): Promise<string> {
    return this.run<string>("return find('textbox', args[0])[0].value", plain(name));
  }

  /** Fails if the page is wider than the screen; stores a screenshot. */
  async inspect(screen: string): Promise<void> {
    const png = await this.driver.screenshot().catch(() => undefined);
    if (png) writeFileSync(join(this.folder, `${screen}.png`), png);
    const excess = await this.run<number>("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    if (excess > 1) throw new Error(`${screen} is ${excess} px wider than the screen`);
  }

  async #until<T>(read: () => Promise<T | undefined>, what: string | (() => string), ms = WAIT_MS): Promise<T> {
    return until(read, "", ms).catch(async (error: Error) => {
      if (!error.message.startsWith("Timed out")) throw error;
      throw new Error(`Timed out waiting for ${typeof what === "string" ? what : what()}; ${await this.#where()}`);
    });
  }

  async #where(): Promise<string> {
    return (
      (await this.#try<string>(
        "return location.pathname + ' ' + JSON.stringify(Array.from(document.querySelectorAll('h1,h2')).filter(isShown).slice(0, 2).map((el) => flat(el.textContent)))",
      )) ?? "no page"
    );
  }
}
