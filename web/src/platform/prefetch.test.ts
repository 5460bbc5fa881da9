import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefetchPage } from "./prefetch.ts";
import { eventually } from "#/testing/eventually.ts";

const FILES = { "/next": ["/assets/app-1.js", "/assets/Next-1.js", "/assets/Next-1.css"], "/other": ["/assets/Other-1.js"] };

const load = vi.fn(() => Promise.resolve());
const named = () => [...document.head.querySelectorAll('link[rel="prefetch"]')].map((link) => link.getAttribute("href"));
let stop = () => {};

beforeEach(() => {
  load.mockClear();
  vi.stubGlobal("requestIdleCallback", (go: () => void) => setTimeout(go));
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(FILES)));
  document.head.innerHTML = '<meta name="next-files" content="/assets/next-1.json"><link rel="modulepreload" href="/assets/app-1.js">';
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test("prefetches the files that only the next page needs, and runs none of them", async () => {
  stop = prefetchPage("/next", load);
  await eventually(() => expect(named()).toEqual(["/assets/Next-1.js", "/assets/Next-1.css"]));
  expect(load).not.toHaveBeenCalled();
});

test.each(["pointerdown", "keydown"])("runs them on the first %s, once", async (act) => {
  stop = prefetchPage("/next", load);
  dispatchEvent(new Event(act));
  dispatchEvent(new Event(act));
  await eventually(() => expect(load).toHaveBeenCalledTimes(1));
});

test("stops for a page that has been left", async () => {
  prefetchPage("/next", load)();
  dispatchEvent(new Event("pointerdown"));
  await new Promise((go) => setTimeout(go, 20));
  expect(load).not.toHaveBeenCalled();
  expect(named()).toEqual([]);
});
