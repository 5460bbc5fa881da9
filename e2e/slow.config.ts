import { defineConfig } from "@playwright/test";
import { chromium, PHONE } from "./support/browser.ts";

/**
 * The whole way as a cheap phone with a weak signal goes it. Not part of the tests; `make bench-web` runs it:
 *   cd e2e && ../web/node_modules/.bin/playwright test --config slow.config.ts
 */
export default defineConfig({
  testMatch: "slow.ts",
  globalSetup: "./support/prepare.ts",
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: "list",
  use: { ...chromium(), ...PHONE },
});
