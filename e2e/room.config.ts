import { defineConfig } from "@playwright/test";
import { chromium, DESKTOP, PHONE } from "./support/browser.ts";

const PORT = process.env.ROOM_PORT ?? "8290";

/**
 * Screenshots and contact sheets of every interview room state, for manual review. Not part of the tests:
 *   make room-pictures SHOTS=/tmp/room
 */
export default defineConfig({
  testMatch: /[\\/]e2e[\\/](room|shots)\.ts$/,
  grep: /@room/,
  globalSetup: "./support/globalSetup.ts",
  globalTeardown: "./support/contactSheets.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  reporter: "list",
  use: { ...chromium(), contextOptions: { reducedMotion: "reduce" } },
  webServer: {
    command: `npm run --silent dev -- --port ${PORT} --strictPort`,
    cwd: "../web",
    url: `http://127.0.0.1:${PORT}/room.html`,
    reuseExistingServer: true,
  },
  projects: [
    { name: "360x740", use: PHONE },
    {
      name: "740x360",
      use: { ...PHONE, viewport: { width: 740, height: 360 } },
    },
    { name: "1280x800", use: DESKTOP },
  ],
});
