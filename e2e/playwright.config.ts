import { defineConfig } from "@playwright/test";
import { chromium, DESKTOP, PHONE } from "./support/browser.ts";

/** The journeys: a real browser against a real server, on a phone first. */
export default defineConfig({
  testDir: "journeys",
  snapshotPathTemplate: "pictures/{arg}{ext}",
  globalSetup: "./support/prepare.ts",
  fullyParallel: true,
  workers: 4, // Most of a journey is waiting: four of them keep two processors busy.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: chromium(), // No traces: they take a quarter of the time. `--trace on` writes them.
  projects: [
    { name: "desktop", use: DESKTOP, grep: /@desktop/ }, // First: one of them is the longest of all.
    { name: "phone", use: PHONE },
  ],
});
