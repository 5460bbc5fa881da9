import type { BrowserContext, Page } from "@playwright/test";
import { answerTo, enterRoom, openLobby, passIntroduction, press, pressTwice, startAnswer, storedInterview } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Fakes speech synthesis that starts but never ends, and recognition that fails without an end event. */
async function breakSpeech(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    class FailingRecognition {
      onstart: (() => void) | null = null;
      onerror: ((event: { error: string }) => void) | null = null;
      start(): void {
        setTimeout(() => this.onstart?.(), 20);
        setTimeout(() => this.onerror?.({ error: "network" }), 100);
      }
      stop(): void {}
      abort(): void {}
    }
    const voice = {
      name: "Samantha",
      lang: "en-US",
      default: true,
      localService: true,
      voiceURI: "broken",
    };
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => [voice],
      speak: (utterance: { onstart: (() => void) | null }) => setTimeout(() => utterance.onstart?.(), 20),
      cancel() {},
    });
    class Utterance {
      onstart: (() => void) | null = null;
      constructor(readonly text: string) {}
    }
    const replace = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value, configurable: true });
    replace("SpeechRecognition", FailingRecognition);
    replace("webkitSpeechRecognition", FailingRecognition);
    replace("SpeechSynthesisUtterance", Utterance);
    replace("speechSynthesis", synthesis);
  });
}

const button = (page: Page, name: string) => page.getByRole("button", { name });
const answerBox = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

/** Goes back to another page and forward again. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your interviews" })).toBeVisible();
  await page.goForward();
  await expect(enter(page)).toBeVisible();
}

async function reenterRoom(page: Page): Promise<void> {
  await enter(page).dblclick();
  await passIntroduction(page);
}

const enter = (page: Page) => page.getByRole("button", { name: /^(Start|Continue) Interview$/ });

test(
  "speech synthesis and recognition that never end do not block the interview",
  {
    annotation: [
      {
        type: "fault: speech synthesis that never ends",
        description: "the question as text, a moment later",
      },
      {
        type: "fault: speech recognition that keeps failing",
        description: "typing, while recording continues",
      },
      {
        type: "fault: double click on every button",
        description: "each acts once",
      },
    ],
  },
  async ({ page, context, server }) => {
    await breakSpeech(context);
    await openLobby(page, server.url);
    await enterRoom(page);
    const question = await startAnswer(page);
    await expect(answerBox(page)).toHaveAccessibleDescription(/We're recording/);
    await answerBox(page).fill(answerTo(question));

    await test.step("double-clicks on every button act once", async () => {
      await pressTwice(page, "Complete This Answer");
      await pressTwice(page, "Save My Answer");
      await expect(page.getByText("Response Saved", { exact: true }).first()).toBeVisible();
      await pressTwice(page, "Next Question");
      await expect(page.getByText("Question 2 of 5")).toBeVisible();
      await pressTwice(page, "Ask me again");
      await pressTwice(page, "Start My Answer");
      await expect(answerBox(page)).toBeVisible();
      await pressTwice(page, "Complete This Answer");
      await pressTwice(page, "Record it again (1 left)");
      await expect(answerBox(page)).toBeVisible();
      await page.waitForTimeout(1_500);
      await expect(button(page, "Complete This Answer"), "the answer continues").toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: /^Recording$/ })).toBeVisible();
      expect((await storedInterview(page)).responses).toMatchObject([{ responseText: answerTo(question), takeNumber: 1 }]);
      await page.getByRole("button", { name: "End Interview" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "End Interview" }).dblclick();
      await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
      const { status, responses } = await storedInterview(page);
      expect([status, responses.length]).toEqual(["completed", 1]);
    });
  },
);

test(
  "the interview continues after the back button in every state",
  {
    annotation: [
      {
        type: "fault: back button in every state",
        description: "Welcome back, with what was said",
      },
    ],
  },
  async ({ page, context, server }) => {
    await breakSpeech(context);
    await openLobby(page, server.url);
    await page.evaluate(() => {
      history.replaceState(null, "", "/interviews");
      history.pushState(null, "", "/live-interview");
    });
    await leaveAndReturn(page);
    await enter(page).click();
    await expect(page.getByRole("heading", { name: /^Hello, / })).toBeVisible();
    await leaveAndReturn(page);
    await reenterRoom(page);
    await leaveAndReturn(page);
    await reenterRoom(page);

    const question = await startAnswer(page);
    await answerBox(page).fill(answerTo(question).slice(0, 20));
    await leaveAndReturn(page);
    await reenterRoom(page);
    expect(await startAnswer(page)).toBe(question);
    await expect(answerBox(page)).toHaveValue(answerTo(question).slice(0, 20));
    await answerBox(page).fill(answerTo(question));
    await press(page, "Complete This Answer");
    await expect(button(page, "Save My Answer")).toBeVisible();

    await leaveAndReturn(page);
    await reenterRoom(page);
    expect(await startAnswer(page)).toBe(question);
    await expect(answerBox(page)).toHaveValue(answerTo(question));
    await press(page, "Complete This Answer");
    await press(page, "Save My Answer");
    await expect(page.getByRole("heading", { name: "Got it. Take a breath." })).toBeVisible();
    await leaveAndReturn(page);
    await expect(page.getByText("Next is question 2 of 5.")).toBeVisible();
    await press(page, "Continue Interview");
    await passIntroduction(page);
    await expect.poll(async () => (await storedInterview(page)).takes).toMatchObject([{ number: 1, state: "ready" }]);
    expect((await storedInterview(page)).responses).toMatchObject([{ responseText: answerTo(question), takeNumber: 1 }]);
  },
);
