import { chromium } from "../support/browser.ts";
import { SPANISH_SPEECH_FILE } from "../support/paths.ts";
import { ANDROID, speakInterview, stopTranscribing } from "../support/spokenInterview.ts";
import { test } from "../support/test.ts";

test.use({
  ...chromium(SPANISH_SPEECH_FILE),
  locale: "es-US",
  userAgent: ANDROID,
  contextOptions: { reducedMotion: "reduce" },
});
test.afterEach(({ page, server }) => stopTranscribing(page, server));

test("so is one in Spanish", async ({ page, server, inspect }) => {
  test.setTimeout(900_000);
  await speakInterview(page, server, inspect, "es", /cocinero en un restaurante/i);
});
