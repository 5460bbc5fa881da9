/**
 * The built-in browsers of other apps, which often have no camera: the way out keeps the person signed in, and who stays, or comes
 * back, can type. Only the User-Agent is the app's; the browser is Chromium.
 */
import type { Browser, Page } from "@playwright/test";
import { enterRoomTyping, openLobby, saveAnswer, startAnswer, storedInterview, typeAnswer } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-A146U; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";

const CHROME = "Open in Chrome";
const SAFARI = "Open in Safari";

/** The app's User-Agent, and its way out; Gmail has a camera, and needs none. */
const APPS: Record<string, [userAgent: string, way: string | null]> = {
  "Instagram on Android": [`${ANDROID} Instagram 350.0.0.51.90 Android`, CHROME],
  "Instagram on an iPhone": [`${IPHONE} Instagram 350.0.0.24.90 (iPhone15,2; iOS 18_1; en_US; scale=3.00)`, SAFARI],
  "Facebook on Android": [`${ANDROID} [FB_IAB/FB4A;FBAV/480.0.0.54.88;]`, CHROME],
  "Facebook on an iPhone": [`${IPHONE} [FBAN/FBIOS;FBAV/480.0.0.36.101]`, SAFARI],
  "TikTok on Android": [`${ANDROID} trill_370004 BytedanceWebview/d8a21c6`, CHROME],
  "TikTok on an iPhone": [`${IPHONE} musical_ly_37.0.0 BytedanceWebview/d8a21c6`, SAFARI],
  "Gmail on Android": ["Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36", null],
  "Gmail on an iPhone": [`${IPHONE.replace("Mobile", "Version/18.1 Mobile")} Safari/604.1`, null],
};

/** Presses the way out, and opens its address in a browser with its own storage, as the phone would. */
async function leaveApp(page: Page, browser: Browser, url: string, way: string): Promise<Page> {
  const [reply] = await Promise.all([page.waitForResponse("**/api/auth/handover"), page.getByRole("button", { name: way }).click()]);
  const { key } = (await reply.json()) as { key: string };
  const own = await browser.newPage({
    baseURL: url,
    userAgent: "",
    reducedMotion: "reduce",
  });
  await own.goto(`/continue?${new URLSearchParams({ key, next: "/live-interview" }).toString()}`);
  await expect(own.getByRole("heading", { name: "Continue as Rosa?" })).toBeVisible();
  await own.getByRole("button", { name: "Continue" }).click();
  await expect(own.getByRole("button", { name: "Start Interview" })).toBeVisible();
  return own;
}

for (const [app, [userAgent, way]] of Object.entries(APPS)) {
  test.describe(app, () => {
    test.use({
      userAgent,
      permissions: [],
      contextOptions: { reducedMotion: "reduce" },
    });

    if (way === null) {
      test("shows no way out of a standalone browser", async ({ page, server }) => {
        await openLobby(page, server.url);
        await page.getByRole("button", { name: "Start Interview" }).click();
        await expect(page.getByRole("heading", { name: "Camera Access Denied" })).toBeVisible();
        await expect(page.getByText("You're in another app's browser.")).toHaveCount(0);
      });
      return;
    }

    test("opens the room in the phone's own browser, signed in, and takes typed answers after that", async ({ page, server, browser }) => {
      await openLobby(page, server.url);
      await page.getByRole("button", { name: "Start Interview" }).click();
      await expect(page.getByText("You're in another app's browser.")).toBeVisible();
      const own = await leaveApp(page, browser, server.url, way);

      // Opened again in the app, which is still signed in, the first answer is typed. The old page is under Chromium's question
      // whether to open another app, which no press gets past.
      const again = await page.context().newPage();
      await page.close();
      await again.goto(`${server.url}/live-interview`);
      await enterRoomTyping(again);
      const first = await startAnswer(again);
      await typeAnswer(again, "I was a line cook for three years.");
      await saveAnswer(again);
      await expect.poll(async () => (await storedInterview(again)).responses.length).toBe(1);

      // The phone's own browser goes on with the second one.
      await own.reload();
      await expect(own.getByRole("heading", { name: "Welcome back, Rosa" })).toBeVisible();
      await enterRoomTyping(own);
      const second = await startAnswer(own);
      expect(second).not.toBe(first);
      await typeAnswer(own, "We had three hundred covers, and every order left in time.");
      await saveAnswer(own);
      await expect.poll(async () => (await storedInterview(own)).responses.map(({ mode }) => mode)).toEqual(["typed", "typed"]);
      await own.context().close();
    });
  });
}
