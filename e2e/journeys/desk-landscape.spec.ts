/** A phone on its side: nothing overflows, and the one thing to do is in view. */

import { createScoredInterview, sendApplication } from "../support/interviews.ts";
import { createAccount, setSession } from "../support/people.ts";
import { addMember, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  viewport: { width: 740, height: 360 },
});

const DESK_PAGES = ["", "/applications", "/jobs", "/jobs/new", "/jobs/claim", "/messages", "/calendar", "/team", "/fairness", "/connections", "/account"];

test("the desk and a candidate's applications fit a phone on its side", async ({ page, server, inspect }) => {
  const member = addMember(server, { role: "owner" });
  const account = await createAccount(server.url, 5);
  await createScoredInterview(null, server, account);
  const id = await sendApplication(server, account, member);
  const fits = async (path: string) => {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), path).toBe(0);
  };

  await setStaffSession(page.context(), server.url, member);
  for (const path of DESK_PAGES) await fits(`/desk${path}`);
  await fits("/desk/jobs/new");
  await expect(page.getByRole("button", { name: "Post job" })).toBeInViewport({
    ratio: 1,
  });
  await fits(`/desk/applications/${id}`);
  await page.getByRole("button", { name: "Decide", exact: true }).filter({ visible: true }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByRole("button", { name: /^(Send|Close)/ })
      .first(),
  ).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await fits("/desk");
  await expect(page.locator("[data-dock]").getByRole("link", { name: /^Start with / })).toBeInViewport({ ratio: 1 });
  await inspect("today");

  await setSession(page.context(), server.url, account);
  for (const path of ["/applications", `/application?id=${id}`, "/matches"]) await fits(path);
  await expect(page.getByRole("button", { name: "Apply to several" })).toBeInViewport({ ratio: 1 });
});
