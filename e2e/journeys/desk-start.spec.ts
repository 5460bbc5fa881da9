/** A new employer adds itself: who they are, a mailed link, two-step sign-in, then the checklist on Today. */

import { codeOf } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

// A visitor has no session (401), the zip code does not exist (404, 422), and a used link has expired (410).
test.use({ expectedErrors: [/status of (401|410|422)|status of 404 .*places\/00000/] });

test("an employer comes aboard in the browser @desktop", async ({ page, server, inspect }) => {
  const address = `ida.${crypto.randomUUID()}@goodegg.example`;
  const cafe = `Good Egg Cafe ${address.slice(4, 12)}`;
  await page.goto("/");
  await inspect("landing");
  await page.getByRole("link", { name: "I'm hiring" }).first().click(); // The page's own, above the one of its footer.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Start hiring");
  await inspect("start");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText("Please enter the company's name")).toBeVisible();
  await page.getByLabel("Company name").fill(cafe);
  await page.getByLabel("Your name").fill("Ida Stern");
  await page.getByLabel("Work email").fill(address);
  await page.getByLabel("Zip code").fill("00000");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText("Please enter a zip code in the United States")).toBeVisible();
  await inspect("wrong-zip");
  await page.getByLabel("Zip code").fill("60614");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await inspect("sent");

  const link = await server.deskLinkMailedTo(address, "start");
  await page.goto(link);
  await page.reload(); // Opening it does not use it up.
  await expect(page.getByText("First location: Chicago, IL 60614")).toBeVisible();
  await inspect("confirm");
  await page.getByRole("button", { name: `Add ${cafe}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up two-step sign-in");
  const secret = (await page
    .locator("b")
    .filter({ hasText: /^[A-Z2-7 ]{32,}$/ })
    .textContent())!.replaceAll(" ", "");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page).toHaveURL("/desk");
  await expect(page.getByRole("link", { name: "Post a job" }).first()).toBeVisible();
  await inspect("today");

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText("has expired or was already used")).toBeVisible();
  await inspect("used");
  await page.getByRole("link", { name: "Start again" }).click();

  // A colleague is told that the company is here, and asks its owner for an invitation.
  const colleague = address.replace("ida.", "leo.");
  await page.getByLabel("Company name").fill(cafe.toUpperCase());
  await page.getByLabel("Your name").fill("Leo Marsh");
  await page.getByLabel("Work email").fill(colleague);
  await page.getByLabel("Zip code").fill("60614");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await page.goto(await server.deskLinkMailedTo(colleague, "start"));
  await expect(page.getByText("Is your company here already?")).toBeVisible();
  await inspect("alike");
  await page.getByRole("button", { name: `Ask to join ${cafe}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We asked them");
  await inspect("asked");
});
