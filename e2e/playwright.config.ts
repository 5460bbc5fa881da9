import { defineConfig } from "@playwright/test";
import { chromium, DESKTOP, PHONE } from "./support/browser.ts";

/** The journeys: a real browser against a real server, on a phone first. */
export default defineConfig({
  testDir: "journeys",
  globalSetup: "./support/prepare.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: chromium(), // No traces: they take a quarter of the time. `--trace on` writes them.
  projects: [
    { name: "phone", use: PHONE },
    { name: "desktop", use: DESKTOP, grep: /@desktop/ },
  ],
});
