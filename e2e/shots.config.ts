import { defineConfig, type PlaywrightTestOptions } from "@playwright/test";
import { chromium, DESKTOP, PHONE } from "./support/browser.ts";

/**
 * Pictures of every screen, for people to look at. Not part of the tests:
 *   cd e2e && SHOTS=../docs/screenshots ../web/node_modules/.bin/playwright test --config shots.config.ts
 */
export default defineConfig({
  testMatch: "shots.ts",
  globalSetup: "./support/prepare.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  reporter: "list",
  use: chromium(),
  projects: [
    { name: "360", use: look(PHONE, "light") },
    { name: "360-dark", use: look(PHONE, "dark") },
    { name: "1280", use: look(DESKTOP, "light") },
    { name: "1280-dark", use: look(DESKTOP, "dark") },
  ],
});

function look(size: Partial<PlaywrightTestOptions>, colorScheme: "light" | "dark"): Partial<PlaywrightTestOptions> {
  return { ...size, colorScheme, deviceScaleFactor: 2 };
}
