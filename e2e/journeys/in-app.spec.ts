/** The built-in browsers of other apps, which often have no camera: the way out keeps the person signed in. */
import { openLobby } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-A146U; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

const APPS = {
  "Instagram on Android": [`${ANDROID} Instagram 350.0.0.51.90 Android`, "Open in Chrome"],
  "Facebook on an iPhone": [`${IPHONE} [FBAN/FBIOS;FBAV/480.0.0.36.101]`, "Open in Safari"],
  "TikTok on an iPhone": [`${IPHONE} musical_ly_37.0.0 BytedanceWebview/d8a21c6`, "Open in Safari"],
} as const;

for (const [app, [userAgent, button]] of Object.entries(APPS)) {
  test.describe(app, () => {
    test.use({ userAgent, permissions: [], contextOptions: { reducedMotion: "reduce" } });

    test("opens the room in the phone's own browser, signed in", async ({ page, server, browser }) => {
      await openLobby(page, server.url);
      await page.getByRole("button", { name: "Start Interview" }).click();
      await expect(page.getByText("You're in another app's browser.")).toBeVisible();

      const [reply] = await Promise.all([
        page.waitForResponse("**/api/auth/handover"),
        page.getByRole("button", { name: button }).click(),
      ]);
      const { key } = (await reply.json()) as { key: string };
      const own = await browser.newPage({ baseURL: server.url, userAgent: "" });
      await own.goto(`/continue?${new URLSearchParams({ key, next: "/live-interview" }).toString()}`);
      await expect(own.getByRole("heading", { name: "Continue as Rosa?" })).toBeVisible();
      await own.getByRole("button", { name: "Continue" }).click();
      await expect(own.getByRole("button", { name: "Start Interview" })).toBeVisible();
      await own.context().close();
    });
  });
}
