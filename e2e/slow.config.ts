import { defineConfig } from "@playwright/test";
import { chromium, PHONE } from "./support/browser.ts";

/**
 * The full journey on a simulated cheap phone with a weak signal. Not part of the tests; `make bench-web` runs it:
 *   cd e2e && ../web/node_modules/.bin/playwright test --config slow.config.ts
 */
export default defineConfig({
  testMatch: "slow.ts",
  globalSetup: "./support/globalSetup.ts",
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: "list",
  use: { ...chromium(), ...PHONE },
});
