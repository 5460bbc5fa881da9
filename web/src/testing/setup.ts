import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// A page's code is loaded when it is first asked for, which takes a busy machine its time.
configure({ asyncUtilTimeout: 10_000 });

/** React, the router and the browser report mistakes on the console: a test that causes one has found one. */
beforeEach(() => {
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      throw new Error(`console.${method}: ${words.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  cleanup();
  // Tests of what needs no page run without one.
  (globalThis as { sessionStorage?: Storage }).sessionStorage?.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
