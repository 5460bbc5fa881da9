/** Every screen of the route table, as people find it, looked at closely: in both sizes, in the light and in the dark. */

import { EXPECTED, STAY } from "../../web/src/app/guardTable.ts";
import { beSignedIn, onboarded } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, expectedErrors: [/status of 4\d\d/] });

const PATHS = Object.entries(EXPECTED);

test("what a visitor can open @desktop", async ({ page, inspect }) => {
  const open = PATHS.filter(([, { visitor }]) => visitor === STAY).map(([path]) => path);
  for (const path of [...open, "/login?next=/live-interview", "/set-password?forgot", "/no-such-page"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await inspect(path.replaceAll(/\W+/g, "-"));
    });
  }
});

test("what somebody can open who has come to the interview @desktop", async ({ page, context, server, inspect }) => {
  const account = await onboarded(server.url, 5);
  await beSignedIn(context, server.url, account);
  const open = PATHS.filter(([, people]) => people["step 5"] === STAY && people.visitor !== STAY).map(([path]) => path);
  for (const path of open) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await inspect(path.replaceAll(/\W+/g, "-"));
    });
  }
});
