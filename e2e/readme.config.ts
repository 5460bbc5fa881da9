import { defineConfig } from "@playwright/test";
import { chromium } from "./support/browser.ts";

/** The pictures of the README: `make readme-pictures`. Not part of the tests. */
export default defineConfig({
  testMatch: "readme.ts",
  globalSetup: "./support/globalSetup.ts",
  workers: 1,
  timeout: 60_000,
  reporter: "list",
  use: { ...chromium(), contextOptions: { reducedMotion: "reduce" } },
});
