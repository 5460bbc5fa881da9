import { defineConfig } from "@playwright/test";
import { chromium } from "./support/browser.ts";
import { CAMERA_FILE, SPEECH_FILE } from "./support/paths.ts";

/** The pictures of the README: `make readme-pictures`. Not part of the tests. */
export default defineConfig({
  testMatch: "readme.ts",
  globalSetup: "./support/readmeSetup.ts",
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 }, // Pictures may be taken on a busy machine.
  reporter: "list",
  use: { ...chromium(SPEECH_FILE, CAMERA_FILE), contextOptions: { reducedMotion: "reduce" } },
});
