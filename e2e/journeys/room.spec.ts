import type { Page } from "@playwright/test";
import { createAccount, setSession } from "../support/people.ts";
import { answerTo, enterRoom, openLobby, passIntroduction, press, saveAnswer, startAnswer, storedInterview, typeAnswer } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const answerBox = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

test("shows missing consent next to its checkbox, scrolls to it and focuses it", { tag: "@core" }, async ({ page, server, inspect }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await setSession(page.context(), server.url, await createAccount(server.url, 4));
  await page.goto("/video-interview-prep");
  const box = page.getByRole("checkbox", { name: "Record my answers" });
  await expect(box).toBeVisible();
  await page.getByRole("button", { name: "First check “Record my answers”" }).click();
  await expect(box).toBeFocused();
  const missing = page.getByRole("alert").filter({ hasText: "Check this box to continue" });
  const dock = await page.locator("[data-dock]").boundingBox();
  for (const element of [box, missing]) {
    const bounds = await element.boundingBox();
    expect(bounds?.y).toBeGreaterThan(0);
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0), "above the button").toBeLessThan(dock?.y ?? 0);
  }
  await expect(box).toHaveAccessibleDescription(/Check this box to continue/);
  await expect(page.getByText("refresh")).toHaveCount(0);
  await inspect("consent-missing");
  await page.keyboard.press("Space");
  await expect(missing).toBeHidden();
  await expect(page.getByRole("heading", { name: "Check your camera and microphone" })).toBeVisible();
});

test("the back button during an answer keeps the answers and does not ask for consent again", async ({ page, server, inspect }) => {
  await openLobby(page, server.url);
  await page.evaluate(() => {
    history.replaceState(null, "", "/video-interview-prep");
    history.pushState(null, "", "/live-interview");
  });
  await enterRoom(page);
  const question = await startAnswer(page);
  await answerBox(page).fill("I was a line cook");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your answers are safe" })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await inspect("your-answers-are-safe");
  await page.getByRole("button", { name: "Continue Interview" }).click();
  await expect(page.getByRole("heading", { name: "Hello, Rosa" })).toBeVisible();
  await passIntroduction(page);
  await expect(page.getByRole("button", { name: "Continue My Answer" })).toBeVisible();
  expect(await startAnswer(page)).toBe(question);
  await expect(answerBox(page)).toHaveValue("I was a line cook");
});

/** Returns the elements that a notice covers. */
function covered(page: Page, notice: string): Promise<string[]> {
  return page.evaluate((title) => {
    const line = [...document.querySelectorAll("b")].find(({ textContent }) => textContent === title)?.closest("div");
    if (!line) return ["no notice found"];
    const bounds = line.getBoundingClientRect();
    const parts = [...document.querySelectorAll("main button, main textarea, main h1, main [data-dock], main video")];
    return parts
      .filter((part) => !line.contains(part))
      .flatMap((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect();
        const apart = width === 0 || left >= bounds.right || right <= bounds.left || top >= bounds.bottom || bottom <= bounds.top;
        return apart ? [] : [`${part.tagName} ${part.textContent}`];
      });
  }, notice);
}

test("notices cover nothing, even at 200 % zoom, and disappear with the room", async ({ page, server, inspect }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args) {
      if (this.name === "chunks") throw new DOMException("no room", "QuotaExceededError");
      return put.apply(this, args);
    };
  });
  await openLobby(page, server.url);
  await enterRoom(page);
  const question = await startAnswer(page);
  const notice = page.getByText("No space left on this phone", { exact: true });
  await expect(notice).toBeVisible();
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [640, 400],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    expect(await covered(page, "No space left on this phone"), `${width} x ${height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect("notice");

  await test.step("a dialog during the answer", async () => {
    await answerBox(page).fill(answerTo(question));
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("button", { name: "Make it easier" }).click();
    const more = page.getByRole("checkbox", { name: "More time" });
    await more.check();
    await expect(page.getByText("Longer is fine.")).toBeHidden();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("timer")).toHaveCount(0);
    await inspect("more-time");
  });

  await test.step("the review of the answer opens within 900 ms", async () => {
    await page.waitForTimeout(500);
    const opened = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const watch = ({ timeStamp }: Event) => {
            const look = () => {
              const texts = [...document.querySelectorAll("h1, h2, h3")].map(({ textContent }) => textContent);
              if (texts.some((text) => /Is this what you said|Anything to add/.test(text ?? ""))) resolve(performance.now() - timeStamp);
              else requestAnimationFrame(look);
            };
            look();
          };
          addEventListener("click", watch, { capture: true, once: true });
        }),
    );
    await page.getByRole("button", { name: "Complete This Answer" }).click();
    await expect(
      page.getByRole("heading", {
        name: /Is this what you said|Anything to add/,
      }),
    ).toBeVisible();
    expect(await opened, "milliseconds").toBeLessThan(900);
    await saveAnswer(page);
  });
  await expect(page.getByText("Response Saved", { exact: true }).first()).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("No space left on this phone")).toHaveCount(0);
});

test("switches the language with the questions, and after an answer continues at the same question", async ({ page, server }) => {
  await openLobby(page, server.url);
  await press(page, "Español");
  await expect(page.getByRole("button", { name: "English" })).toBeVisible();
  expect((await storedInterview(page)).questions[0]?.question).toContain("Cuénteme");
  await press(page, "English");
  await expect(page.getByRole("button", { name: "Español" })).toBeVisible();
  await enterRoom(page);
  const question = await startAnswer(page);
  await expect(page.getByRole("button", { name: "Español" })).toHaveCount(0);
  await typeAnswer(page, answerTo(question));
  await saveAnswer(page);
  await expect(page.getByText("Response Saved", { exact: true }).first()).toBeVisible();
  await press(page, "Español");
  await expect(page.getByText("Pregunta 2 de 5", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "English" })).toBeVisible();
  expect((await storedInterview(page)).responses).toHaveLength(1);
});
