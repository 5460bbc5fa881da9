/**
 * The number of presses from the landing page to a sent application, on a phone. A tap is a press on a control or on the keyboard's
 * Enter key, or the touch that opens a text field to type in. Only required fields are filled in, and nothing is pressed in vain.
 */

import type { Locator, Page } from "@playwright/test";
import { newPerson } from "../support/people.ts";
import { scriptSpeech } from "../support/scriptedSpeech.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  viewport: { width: 360, height: 740 },
});

const SEARCH = "Full-time line cook near 10001. Mornings and weekends, $18 an hour or more. I have 3 years of experience and can start right away.";

/** Long enough that no follow-up question is asked. */
const SPOKEN =
  "I was a line cook at a hotel for three years. Last Mother's Day we had three hundred covers, so I prepped my station early, " +
  "called out tickets, wash my hands and change gloves after raw chicken, label each box, and every order left in time. " +
  "I can work Monday to Friday from 6 am to 3 pm, and if something changes I call my manager the day before. " +
  "I want a kitchen because I like the grill: I see at once if it is right.";

/** Presses the controls of `page`, and counts. */
class Taps {
  count = 0;
  readonly names: string[] = [];

  async press(control: Locator): Promise<void> {
    await expect(control).toBeVisible();
    this.names.push((await control.getAttribute("aria-label")) ?? (await control.innerText()));
    await control.click();
    this.count += 1;
  }

  async tick(label: Locator): Promise<void> {
    await label.check();
    this.count += 1;
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.count += 1;
  }
}

const MAX = { landingToSent: 28, beforeFirstQuestion: 12, startLike: 2 };

test("from the landing page to a sent application in few taps", async ({ page, context }) => {
  test.setTimeout(600_000);
  await scriptSpeech(
    context,
    Array.from({ length: 12 }, () => SPOKEN),
  );
  const taps = new Taps();
  const button = (name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true });
  await search(page, taps, SEARCH);
  const started = await reachQuestion(page, taps);
  const beforeQuestion = taps.count;
  await answerQuestions(page, taps);
  const startLike = taps.names.slice(started, taps.names.indexOf("Start My Answer") + 1);
  await taps.press(button("End Interview").last());
  await taps.press(button(/^Send to \d+ jobs?$/));
  await taps.press(page.getByRole("dialog").getByRole("button", { name: "Send application" }));
  await expect(page.getByRole("listitem").filter({ hasText: /^Sent to \d+ jobs?/ })).toBeVisible();
  console.log(`taps: landing_to_sent=${taps.count} before_first_question=${beforeQuestion} start_like_buttons=${startLike.length}`);
  console.log(`pressed: ${taps.names.join(" | ")}`);
  expect(taps.count).toBeLessThanOrEqual(MAX.landingToSent);
  expect(beforeQuestion).toBeLessThanOrEqual(MAX.beforeFirstQuestion);
  expect(startLike.length).toBeLessThanOrEqual(MAX.startLike);
});

test("a search of a few words adds one tap for each question that it leaves open", async ({ page, context }) => {
  await scriptSpeech(context, [SPOKEN]);
  const taps = new Taps();
  await search(page, taps, "Line cook near 10001");
  await taps.tick(page.getByRole("radio", { name: /Full-Time/ }));
  await taps.tick(page.getByRole("radio", { name: "2-5 Years" }));
  await taps.tick(page.getByRole("checkbox", { name: "Very Flexible" }));
  await taps.tick(page.getByRole("radio", { name: "Immediately" }));
  await reachQuestion(page, taps);
  console.log(`taps: before_first_question=${taps.count}, with four questions answered by hand`);
  expect(taps.count).toBeLessThanOrEqual(MAX.beforeFirstQuestion + 4);
});

async function search(page: Page, taps: Taps, text: string): Promise<void> {
  const { firstName, email, password } = newPerson();
  await page.goto("/");
  await taps.press(page.getByRole("link", { name: "Find Jobs Now" }).first());
  await taps.write(page.getByLabel("First Name"), firstName);
  await taps.write(page.getByLabel("Email Address"), email);
  await taps.write(page.getByLabel("Password", { exact: true }), password);
  await taps.write(page.getByLabel("Confirm Password", { exact: true }), password);
  await taps.press(page.getByRole("button", { name: "Create Account" }));
  await taps.write(page.getByRole("textbox", { name: "The job you want" }), text);
  await taps.press(page.getByRole("button", { name: "Continue" }));
  await expect(page.getByLabel("Zip code")).toHaveValue("10001");
}

/** Returns the number of the first press that starts something. */
async function reachQuestion(page: Page, taps: Taps): Promise<number> {
  await taps.press(page.getByRole("button", { name: "Complete Profile" }));
  const started = taps.names.length;
  await taps.tick(page.getByRole("checkbox", { name: "Let AI score my words" }));
  await taps.tick(page.getByRole("checkbox", { name: "Record my answers" }));
  await taps.press(page.getByRole("button", { name: "Start Interview Now" }));
  await page.getByRole("button", { name: "Start My Answer" }).waitFor();
  return started;
}

async function answerQuestions(page: Page, taps: Taps): Promise<void> {
  const start = page.getByRole("button", { name: "Start My Answer" });
  const review = page.getByRole("heading", {
    name: "Your answers, in your words",
  });
  for (;;) {
    await start.or(review).waitFor();
    if (await review.isVisible()) return;
    await page.waitForTimeout(400); // A faster second press counts as a double tap.
    await taps.press(start);
    await expect(page.getByText(SPOKEN)).toBeVisible();
    await taps.press(page.getByRole("button", { name: "Complete This Answer" }));
    await start.or(review).waitFor(); // It is saved automatically, and the next question follows.
  }
}
