import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

/** A busy machine is slow: what is waited for comes in the end, or never. */
configure({ asyncUtilTimeout: 4000 });

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
  vi.restoreAllMocks();
  vi.useRealTimers();
});
