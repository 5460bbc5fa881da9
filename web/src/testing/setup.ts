import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { dismissToast } from "#/ui/Toast/toast.ts";
import { checkLinks, linksOnScreen } from "./links.ts";

// A page's code is loaded on first use, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000, reactStrictMode: true });

// No test reaches a server: a request that is under way when its window closes stops the worker.
globalThis.fetch = () => Promise.reject(new TypeError("There is no server in this test"));

/** React, the router and the browser log mistakes to the console: a test with such output fails. */
beforeEach(() => {
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      throw new Error(`console.${method}: ${words.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  const links = typeof document === "undefined" ? [] : linksOnScreen();
  cleanup();
  dismissToast(); // It would outlive the page, and take Escape before a dialog of the next test does.
  // Some tests run without a DOM.
  (globalThis as { sessionStorage?: Storage }).sessionStorage?.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
  checkLinks(links);
});
