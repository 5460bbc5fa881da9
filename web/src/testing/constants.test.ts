import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MIN_PASSWORD } from "#/features/account/rules.ts";
import { JOIN_MS } from "#/features/callTest/simulatedCall.ts";
import * as timing from "#/features/interview/model/timing.ts";
import { RATE } from "#/features/questions/answers.ts";
import { TICK_MS } from "#/features/search/composer.ts";
import { scoreBand } from "#/ui/ScoreTag/ScoreTag.tsx";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf-8");

/** Returns the value of `const NAME = ...;` in a source file, as written there. */
function written(file: string, name: string): string | undefined {
  const text = read(file);
  const uses = text.match(new RegExp(`\\b${name}\\b`, "g")) ?? [];
  return uses.length > 1 ? new RegExp(`const ${name}\\b[^=]*= ([^;]+);`).exec(text)?.[1] : undefined;
}

describe("a value from the specification", () => {
  it.each([
    ["the shortest password", MIN_PASSWORD, 8],
    ["the lowest pay, in dollars an hour", RATE.min, 15],
    ["the highest pay", RATE.max, 35],
    ["the pay to begin with", RATE.default, 20],
    ["a character of the demo, in ms", TICK_MS, 50],
    ["the first question after the introduction, in ms", timing.FIRST_QUESTION_DELAY, 1_000],
    ["the next question after an answer", timing.NEXT_QUESTION_DELAY, 1_500],
    ["the end of an answer after its button", timing.STOP_ANSWER_DELAY, 1_000],
    ["the wait for a recording to end", timing.RECORDING_WAIT, 2_000],
    ["the wait after the expected time", timing.LISTENING_TIMEOUT, 10_000],
    ["the expected time of a question that names none", timing.DEFAULT_EXPECTED, 90_000],
    ["the thank-you page after the end", timing.COMPLETION_DELAY, 2_000],
    ["the simulated join", JOIN_MS, 2_000],
  ])("%s", (_what, used, asked) => expect(used).toBe(asked));

  it.each([
    ["the hint of the demo comes after 1 s", "features/search/composer.ts", "HINT_AFTER_TICKS", "1000 / TICK_MS"],
    ["a status of matching, in ms", "features/matching/phase.ts", "STATUS_MS", "500"],
    ["the bar of matching", "features/matching/phase.ts", "BAR_MS", "3000"],
    ["the search of matching", "features/matching/phase.ts", "SEARCH_MS", "4000"],
    ["the redirect to set a password", "features/account/LoginForm.tsx", "SET_PASSWORD_DELAY_MS", "100"],
    ["a live interview, from before its time", "features/dashboard/figures.ts", "JOIN_BEFORE_MS", "30 * MINUTE_MS"],
    ["a live interview, until after its time", "features/dashboard/figures.ts", "JOIN_AFTER_MS", "120 * MINUTE_MS"],
    ["a profile is fresh", "session/user.ts", "PROFILE_FRESH_MS", "5 * 60_000"],
    ["a toast is shown, in ms", "ui/Toast/ToastView.tsx", "SHOWN_MS", "5000"],
    ["a toast is swiped away, in px", "ui/Toast/ToastView.tsx", "SWIPE_PX", "50"],
    ["a tooltip opens, in ms", "ui/Tooltip/Tooltip.tsx", "DELAY_MS", "700"],
    ["the next tooltip opens at once, in ms", "ui/Tooltip/Tooltip.tsx", "SKIP_DELAY_MS", "300"],
    ["the voice's rate", "features/interview/browser/voice.ts", "RATE", "0.85"],
    ["the voice's pitch", "features/interview/browser/voice.ts", "PITCH", "1"],
    ["the voice's volume", "features/interview/browser/voice.ts", "VOLUME", "0.9"],
    [
      "the voices, the best first",
      "features/interview/browser/voice.ts",
      "PREFERRED",
      '["Samantha", "Karen", "Microsoft Zira", "Google US English", "Alex"]',
    ],
  ])("%s", (_what, file, name, asked) => expect(written(file, name)).toBe(asked));

  it.each([
    [80, "high"],
    [79, "mid"],
    [60, "mid"],
    [59, "low"],
  ])("the color of the score %s is %s", (score, band) => expect(scoreBand(score)).toBe(band));

  it("the employer strip takes 15 seconds per loop", () => {
    expect(read("ui/tokens.css")).toMatch(/--strip: 15s;/);
    expect(read("features/landing/EmployerStrip.module.css")).toMatch(/animation: pass var\(--strip\) linear infinite;/);
  });
});
