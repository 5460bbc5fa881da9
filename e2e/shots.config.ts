import { defineConfig, type Project } from "@playwright/test";
import { chromium, DESKTOP, PHONE } from "./support/browser.ts";

const LANGUAGES = ["en-US", "es-US"] as const;
const SCHEMES = ["light", "dark"] as const;

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
  projects: [320, 360, 768, 1280].flatMap((width) =>
    LANGUAGES.flatMap((locale) => SCHEMES.map((scheme) => look(width, locale, scheme))),
  ),
});

/** The walk presses what it knows by its English name, on a phone and a wide screen; every address is seen in all the ways. */
function look(width: number, locale: (typeof LANGUAGES)[number], colorScheme: (typeof SCHEMES)[number]): Project {
  const name = [width, locale === "es-US" && "es", colorScheme === "dark" && "dark"].filter(Boolean).join("-");
  const size = width < 768 ? { ...PHONE, viewport: { width, height: 740 } } : { ...DESKTOP, viewport: { width, height: 800 } };
  const walks = locale === "en-US" && (width === 360 || width === 1280);
  return { name, grep: walks ? /./ : /@languages/, use: { ...size, locale, colorScheme, deviceScaleFactor: 2 } };
}
