import { chromium } from "../support/browser.ts";
import { SPEECH_FILE } from "../support/paths.ts";
import { ANDROID, speakInterview, stopTranscribing } from "../support/spokenInterview.ts";
import { test } from "../support/test.ts";

test.use({
  ...chromium(SPEECH_FILE),
  locale: "en-US",
  userAgent: ANDROID,
  contextOptions: { reducedMotion: "reduce" },
});
test.afterEach(({ page, server }) => stopTranscribing(page, server));

test("a spoken interview is scored without a typed letter", async ({ page, server, inspect }) => {
  test.setTimeout(900_000);
  await speakInterview(page, server, inspect, "en", /eighty guests|80 guests/i);
});
