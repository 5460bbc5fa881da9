/** Somebody who would rather talk to a person: from the matches to a booked coach, then another time, then none. */

import type { Locator, Page } from "@playwright/test";
import { onboarded, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ timezoneId: "America/New_York" });

test("a coach is booked from the matches, moved and cancelled @desktop", async ({ page, server, inspect }) => {
  await page.goto("/login");
  await signIn(page, await onboarded(server.url, 3));

  await test.step("a time is picked instead of the interview", async () => {
    await page.getByRole("button", { name: "Pick a time instead" }).first().click();
    await expect(page.getByRole("heading", { name: "Take Your AI Video Interview" })).toBeFocused();
    await inspect("times");
    const none = page.getByRole("link", { name: "See all times" });
    await expect(none.or(page.getByRole("radio").first())).toBeVisible();
    if (await none.isVisible()) return none.click();
    const goOn = page.getByRole("button", { name: "Schedule My Interview" });
    await expect(goOn).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("radio").last().check();
    await goOn.click();
  });

  await test.step("the calendar knows the person, and a slot is booked", async () => {
    await expect(page.getByRole("heading", { name: "Take Your Interview" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start AI Video Interview Now" })).toBeVisible();
    await expect(page.getByText("Skip scheduling and begin your AI-powered interview immediately")).toBeVisible();
    const times = page.getByRole("radio", { name: /[AP]M$/ });
    await expect(times.first()).toBeInViewport();
    await expect(page.getByText("Times in Eastern Time (New York)")).toBeVisible();
    await inspect("calendar");
    await times.last().check();
    expect(await tabsTo(page, page.getByRole("button", { name: "Continue" }))).toBeLessThanOrEqual(4);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Your details" })).toBeFocused();
    await expect(page.getByLabel("Name")).toHaveValue("Rosa Delgado");
    await inspect("details");
    await page.getByRole("button", { name: "Book this time" }).click();
  });

  await test.step("the confirmation names the time", async () => {
    await expect(page).toHaveURL(/\/confirmation$/);
    await expect(page.getByRole("heading", { name: /^You're booked: \w+day, \w+ \d+, \d+:\d\d [AP]M$/ })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    await inspect("confirmation");
  });

  await test.step("the coach has it on their page and in their feed", async () => {
    const pages = Object.values(server.coachPages());
    const feeds = pages.map((address) => address.replace("/coach?key=", "/api/coach/").concat("/calendar.ics"));
    const texts = await Promise.all(feeds.map(async (feed) => (await page.request.get(feed)).text()));
    const whose = texts.findIndex((text) => text.includes("Rosa Delgado"));
    expect(texts.filter((text) => text.includes("Rosa Delgado"))).toHaveLength(1);
    await page.goto(pages[whose] ?? "");
    await expect(page.getByRole("heading", { name: "Rosa Delgado" })).toBeVisible();
    await inspect("coach");
  });

  await test.step("the choice of messages opens without a link from a mail", async () => {
    await page.goto("/unsubscribe");
    await expect(page.getByRole("checkbox", { name: /Reminders/ })).toBeChecked();
    await inspect("messages");
  });

  await test.step("the dashboard has it, and leads to where it is changed, then given up", async () => {
    await page.goto("/dashboard");
    await expect(page.getByRole("region", { name: "Your time with a coach" })).toContainText(/With \w+/);
    await inspect("dashboard");
    await page.getByRole("link", { name: "Change or cancel" }).click();
    await expect(page.getByRole("heading", { name: "Your booking" })).toBeVisible();
    await inspect("booking");
    await page.getByRole("button", { name: "Change the time" }).click();
    await page.getByRole("radio", { name: /[AP]M$/ }).first().check();
    await page.getByRole("button", { name: "Move my booking" }).click();
    await expect(page.getByRole("heading", { name: "Your booking" })).toBeFocused();
    await page.getByRole("button", { name: "Cancel the booking" }).click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await expect(page.getByRole("heading", { name: "This booking is cancelled" })).toBeFocused();
    await inspect("cancelled");
  });
});

test("an interview is scheduled for later, moved and called off @desktop", async ({ page, server, inspect }) => {
  const rosa = await onboarded(server.url, 5);
  await page.goto("/login");
  await signIn(page, rosa);
  await expect(page).not.toHaveURL(/login/);
  await page.goto("/interviews");
  await page.getByRole("button", { name: "Schedule Your First Interview" }).click();
  await inspect("form");

  await test.step("what is missing or out of hours is said beside its field", async () => {
    await page.getByLabel("Date & Time").fill(`${workday()}T20:00`);
    await page.getByRole("button", { name: "Schedule Video Interview" }).click();
    await expect(page.getByText("Job title is required")).toBeVisible();
    await expect(page.getByText("Interviews are available Monday-Friday, 9:00 AM - 6:00 PM")).toHaveCount(2);
    await inspect("form-refused");
  });

  await test.step("a time within the hours is scheduled", async () => {
    await page.getByLabel("Job Title").selectOption("Bartender");
    await page.getByLabel("Date & Time").fill(`${workday()}T11:00`);
    await page.getByRole("button", { name: "Schedule Video Interview" }).click();
    await expect(page.getByText("Interview Scheduled!").first()).toBeVisible();
    await expect(page).toHaveURL(/\/interviews$/);
    await inspect("scheduled");
  });

  await test.step("it moves, then it is off", async () => {
    await page.getByRole("button", { name: "Change: Bartender" }).click();
    await page.getByRole("dialog").getByLabel("Date & Time").fill(`${workday()}T15:30`);
    await inspect("change");
    await page.getByRole("button", { name: "Save the new time" }).click();
    await expect(page.getByText("3:30 PM")).toBeVisible();
    await page.getByRole("button", { name: "Change: Bartender" }).click();
    await page.getByRole("button", { name: "Cancel this interview" }).click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await expect(page.getByRole("heading", { name: "Cancelled Interviews" })).toBeVisible();
    await inspect("called-off");
  });
});

/** Presses Tab until `target` has the focus; how often that was. */
async function tabsTo(page: Page, target: Locator): Promise<number> {
  for (let count = 1; count <= 60; count += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return count;
  }
  return Infinity;
}

/** A Wednesday to come, as a date of the person's calendar. */
function workday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 2 + ((10 - ((day.getUTCDay() + 2) % 7)) % 7));
  return day.toISOString().slice(0, 10);
}
