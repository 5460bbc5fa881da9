/** Booking a coach and scheduling an interview: create, move, cancel. */

import type { Locator, Page } from "@playwright/test";
import { createAccount, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ timezoneId: "America/New_York" });

test("books a coach from the matches, moves and cancels the booking @desktop", async ({ page, server, inspect }) => {
  await page.goto("/login");
  await signIn(page, await createAccount(server.url, 3));

  await test.step("picks a time instead of the interview", async () => {
    await page.getByRole("button", { name: "Pick a time instead" }).first().click();
    await expect(page.getByRole("heading", { name: "Take Your AI Video Interview" })).toBeFocused();
    await inspect("times");
    const seeAll = page.getByRole("link", { name: "See all times" });
    await expect(seeAll.or(page.getByRole("radio").first())).toBeVisible();
    if (await seeAll.isVisible()) return seeAll.click();
    const schedule = page.getByRole("button", {
      name: "Schedule My Interview",
    });
    await expect(schedule).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("radio").last().check();
    await schedule.click();
  });

  await test.step("prefills the details and books a slot", async () => {
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

  await test.step("shows the time on the confirmation page", async () => {
    await expect(page).toHaveURL(/\/confirmation$/);
    await expect(
      page.getByRole("heading", {
        name: /^You're booked: \w+day, \w+ \d+, \d+:\d\d [AP]M$/,
      }),
    ).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    await inspect("confirmation");
  });

  await test.step("shows the booking on the coach's page and feed", async () => {
    const pages = Object.values(server.coachPages());
    const feeds = pages.map((address) => address.replace("/coach?key=", "/api/coach/").concat("/calendar.ics"));
    const texts = await Promise.all(feeds.map(async (feed) => (await page.request.get(feed)).text()));
    const coach = texts.findIndex((text) => text.includes("Rosa Delgado"));
    expect(texts.filter((text) => text.includes("Rosa Delgado"))).toHaveLength(1);
    await page.goto(pages[coach] ?? "");
    await expect(page.getByRole("heading", { name: "Rosa Delgado" })).toBeVisible();
    await inspect("coach");
  });

  await test.step("opens the notification preferences without an email link", async () => {
    await page.goto("/unsubscribe");
    await expect(page.getByRole("checkbox", { name: /Reminders/ })).toBeChecked();
    await inspect("messages");
  });

  await test.step("moves and cancels the booking from the dashboard", async () => {
    await page.goto("/dashboard");
    await expect(page.getByRole("region", { name: "Your time with a coach" })).toContainText(/With \w+/);
    await inspect("dashboard");
    await page.getByRole("link", { name: "Change or cancel" }).click();
    await expect(page.getByRole("heading", { name: "Your booking" })).toBeVisible();
    await inspect("booking");
    await page.getByRole("button", { name: "Change the time" }).click();
    const others = page.getByRole("radio", { name: /[AP]M$/ });
    await expect(others.first()).toBeVisible();
    // Not the first one, which may pass in these seconds.
    await others.nth(Math.floor((await others.count()) / 2)).check();
    await page.getByRole("button", { name: "Move my booking" }).click();
    await expect(page.getByRole("heading", { name: "Your booking" })).toBeFocused();
    await page.getByRole("button", { name: "Cancel the booking" }).click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await expect(page.getByRole("heading", { name: "This booking is canceled" })).toBeFocused();
    await inspect("cancelled");
  });
});

test("schedules an interview, moves and cancels it @desktop", { tag: "@core" }, async ({ page, server, inspect }) => {
  const rosa = await createAccount(server.url, 5);
  await page.goto("/login");
  await signIn(page, rosa);
  await expect(page).not.toHaveURL(/login/);
  await page.goto("/interviews");
  await page.getByRole("button", { name: "Schedule Your First Interview" }).click();
  await inspect("form");

  await test.step("shows errors next to missing or invalid fields", async () => {
    await page.getByLabel("Date & Time").fill(`${workday()}T20:00`);
    await page.getByRole("button", { name: "Schedule Video Interview" }).click();
    await expect(page.getByText("Job title is required")).toBeVisible();
    await expect(page.getByText("Interviews are available Monday-Friday, 9:00 AM - 6:00 PM")).toHaveCount(2);
    await inspect("form-refused");
  });

  await test.step("schedules a time within business hours", async () => {
    await page.getByLabel("Job Title").selectOption("Bartender");
    await page.getByLabel("Date & Time").fill(`${workday()}T11:00`);
    await page.getByRole("button", { name: "Schedule Video Interview" }).click();
    await expect(page.getByText("Interview Scheduled!").first()).toBeVisible();
    await expect(page).toHaveURL(/\/interviews$/);
    await inspect("scheduled");
  });

  await test.step("moves and cancels the interview", async () => {
    await page.getByRole("button", { name: "Change: Bartender" }).click();
    await page.getByRole("dialog").getByLabel("Date & Time").fill(`${workday()}T15:30`);
    await inspect("change");
    await page.getByRole("button", { name: "Save the new time" }).click();
    await expect(page.getByText("3:30 PM")).toBeVisible();
    await page.getByRole("button", { name: "Change: Bartender" }).click();
    await page.getByRole("button", { name: "Cancel this interview" }).click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await expect(page.getByRole("heading", { name: "Canceled Interviews" })).toBeVisible();
    await inspect("cancelled-interview");
  });
});

/** Presses Tab until `target` has the focus; returns the number of presses. */
async function tabsTo(page: Page, target: Locator): Promise<number> {
  for (let count = 1; count <= 60; count += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return count;
  }
  return Infinity;
}

/** Returns the date of a coming Wednesday. */
function workday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 2 + ((10 - ((day.getUTCDay() + 2) % 7)) % 7));
  return day.toISOString().slice(0, 10);
}
