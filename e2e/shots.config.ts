import { defineConfig, type Project } from "@playwright/test";
import { chromium, DESKTOP, PHONE } from "./support/browser.ts";

const LANGUAGES = ["en-US", "es-US"] as const;
const SCHEMES = ["light", "dark"] as const;

/**
 * Screenshots of every screen, for manual review. Not part of the tests:
 *   cd e2e && SHOTS=../docs/screenshots ../web/node_modules/.bin/playwright test --config shots.config.ts
 */
export default defineConfig({
  testMatch: "shots.ts",
  globalSetup: "./support/globalSetup.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  reporter: "list",
  use: chromium(),
  projects: [320, 360, 768, 1280].flatMap((width) => LANGUAGES.flatMap((locale) => SCHEMES.map((scheme) => variant(width, locale, scheme)))),
});

/** Journeys use English button names, so they run only in English at two widths; pages are captured in every variant. */
function variant(width: number, locale: (typeof LANGUAGES)[number], colorScheme: (typeof SCHEMES)[number]): Project {
  const name = [width, locale === "es-US" && "es", colorScheme === "dark" && "dark"].filter(Boolean).join("-");
  const size = width < 768 ? { ...PHONE, viewport: { width, height: 740 } } : { ...DESKTOP, viewport: { width, height: 800 } };
  const runsJourneys = locale === "en-US" && (width === 360 || width === 1280);
  return {
    name,
    grep: runsJourneys ? /./ : /@languages/,
    use: { ...size, locale, colorScheme, deviceScaleFactor: 2 },
  };
}
