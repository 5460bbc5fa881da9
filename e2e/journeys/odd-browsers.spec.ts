/** Browsers that differ from the standard: one that cannot name its zone, and phones whose recognizers repeat themselves. */

import type { Page } from "@playwright/test";
import { apiAs } from "../support/interviews.ts";
import { forgetZone, repeatSpeech } from "../support/oddBrowsers.ts";
import { createAccount, setSession, signIn } from "../support/people.ts";
import { enterRoom, prepare, press, startAnswer } from "../support/room.ts";
import { addManager, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

const DAY = 86_400_000;
const STOPPED = "This page stopped working";
const UNKNOWN = "This device doesn't say which time zone it's in.";
/** Until somebody has chosen, a zone of the zip code or of most people: New York. */
const ZONE = "America/New_York";

async function expectChooser(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue(ZONE);
  await expect(page.getByText(STOPPED)).toHaveCount(0);
}

test("pages with times work where the zone is unknown", async ({ page, context, server }) => {
  await forgetZone(context);
  const account = await createAccount(server.url, 3);
  const api = await apiAs(server, account);
  const scheduledAt = new Date(Math.ceil(Date.now() / DAY) * DAY + 2 * DAY + 15 * 3_600_000).toISOString();
  expect(
    await api.post("/api/interviews", {
      data: { userId: account.id, jobTitle: "Line Cook", scheduledAt },
    }),
  ).toBeOK();
  await expectChooser(page, "/book");
  await setSession(context, server.url, account);
  await expectChooser(page, "/schedule");
  for (const path of ["/dashboard", "/interviews"]) {
    await page.goto(path);
    await expect(page.getByText(/\d\s[AP]M E[SD]T/).first()).toBeVisible();
    await expect(page.getByText(STOPPED)).toHaveCount(0);
  }
});

test("the desk's calendar works where the zone is unknown", async ({ page, context, server }) => {
  await forgetZone(context);
  await setStaffSession(context, server.url, addManager(server));
  await page.goto("/desk/calendar");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(STOPPED)).toHaveCount(0);
});

for (const [repeats, title] of [
  ["accumulate", "repeat all results"],
  ["twice", "deliver results twice"],
] as const) {
  test(`each phrase is written once on phones that ${title}`, async ({ page, context, server }) => {
    test.slow();
    const phrases = ["I cooked for three years", "at a diner near the station", "and I closed the kitchen twice a week"];
    await repeatSpeech(context, repeats, phrases);
    await page.goto("/video-interview-prep");
    await signIn(page, await createAccount(server.url, 4));
    await prepare(page);
    await enterRoom(page);
    await startAnswer(page);
    await expect(page.getByText("closed the kitchen twice a week")).toBeVisible();
    await press(page, "Complete This Answer");
    await expect(page.getByRole("textbox", { name: "Your answer" })).toHaveValue(phrases.join(" "));
  });
}
