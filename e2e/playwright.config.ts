import { defineConfig, type Project } from "@playwright/test";
import { chromium, DESKTOP, PHONE } from "./support/browser.ts";

const desktop = { name: "desktop", use: DESKTOP, grep: /@desktop/ }; // First, because it contains the longest journey.
const phone = { name: "phone", use: PHONE };

/** What `make test` runs, and what it leaves to `make test-rest`. */
const PARTS: Record<string, Project[]> = {
  quick: [{ ...phone, grep: /@core/ }],
  rest: [desktop, { ...phone, grepInvert: /@core/ }],
};

/** End-to-end journeys: a real browser and a real server, on phone and desktop. */
export default defineConfig({
  testDir: "journeys",
  snapshotPathTemplate: "pictures/{arg}{ext}",
  globalSetup: "./support/globalSetup.ts",
  fullyParallel: true,
  workers: 4, // Journeys mostly wait, so four of them keep two cores busy.
  timeout: 360_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: chromium(), // Traces are off, because they take a quarter of the time. Use `--trace on`.
  projects: PARTS[process.env.E2E_PART ?? ""] ?? [desktop, phone],
});
