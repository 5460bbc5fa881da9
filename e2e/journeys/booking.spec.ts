/** Somebody who would rather talk to a person: from the matches to a booked coach, then another time, then none. */

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
    await page.getByRole("radio").last().check();
    await page.getByRole("button", { name: "Schedule My Interview" }).click();
  });

  const calendar = page.frameLocator('iframe[title="Schedule Interview"]');
  await test.step("the calendar knows the person, and a slot is booked", async () => {
    await expect(page.getByRole("heading", { name: "Take Your Interview" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start AI Video Interview Now" })).toBeVisible();
    const times = calendar.getByRole("group", { name: /Morning|Afternoon|Evening/ }).getByRole("button");
    await expect(times.first()).toBeVisible();
    await inspect("calendar");
    await times.last().click();
    await calendar.getByRole("button", { name: "Continue" }).click();
    await expect(calendar.getByLabel("Name")).toHaveValue("Rosa Delgado");
    await inspect("details");
    await calendar.getByRole("button", { name: "Book this time" }).click();
  });

  await test.step("the whole window shows the confirmation", async () => {
    await expect(page).toHaveURL(/\/confirmation$/);
    await expect(page.getByRole("heading", { name: "Interview Scheduled Successfully!" })).toBeVisible();
    await inspect("confirmation");
  });

  await test.step("the link changes the time, then gives it up", async () => {
    const reply = await page.request.get("/api/schedule/bookings");
    const { bookings } = (await reply.json()) as { bookings: { key: string }[] };
    await page.goto(`/your-booking?key=${bookings[0]?.key}`);
    await inspect("booking");
    await page.getByRole("button", { name: "Change the time" }).click();
    await page.getByRole("group", { name: /Morning|Afternoon|Evening/ }).getByRole("button").first().click();
    await page.getByRole("button", { name: "Move my booking" }).click();
    await expect(page.getByRole("heading", { name: "Your booking" })).toBeFocused();
    await page.getByRole("button", { name: "Cancel the booking" }).click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await expect(page.getByRole("heading", { name: "This booking is cancelled" })).toBeFocused();
    await inspect("cancelled");
  });
});
