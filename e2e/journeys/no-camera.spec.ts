import type { Page } from "@playwright/test";
import { check, choose, enter, tabTo, write } from "../support/keyboard.ts";
import { newPerson } from "../support/people.ts";
import { answerAll, answerTo, passIntroduction, storedInterview } from "../support/room.ts";
import { expect, type Inspect, test } from "../support/test.ts";

test.use({ permissions: [], contextOptions: { reducedMotion: "reduce" } });

/** From the landing page to the end with the keyboard only. */
test(
  "completes a typed interview with camera and microphone denied",
  {
    tag: "@core",
    annotation: [
      {
        type: "fault: camera and microphone denied",
        description: "instructions to allow them, or typing",
      },
    ],
  },
  async ({ page, inspect }) => {
    await test.step("signs up", () => signUp(page));
    await test.step("completes onboarding", () => onboard(page));
    await test.step("gives consent and enters the room", () => enterRoom(page, inspect));
    await test.step("types every answer", () => typeAnswers(page));
    await inspect("review");
    await leaveAndReturn(page);
    await expect(page.getByRole("heading", { name: "Your answers, in your words" })).toBeVisible();
    await enter(page, "button", "End Interview");
    await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();

    const { status, responses, takes } = await storedInterview(page);
    expect(status).toBe("completed");
    expect(responses.length).toBeGreaterThanOrEqual(4);
    expect(responses.filter(({ mode, takeNumber }) => mode !== "typed" || takeNumber !== null)).toEqual([]);
    expect(takes).toEqual([]);
  },
);

/** Goes back and forward again. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.goBack();
  await expect(page).not.toHaveURL(/live-interview/);
  await page.goForward();
  await expect(page).toHaveURL(/live-interview/);
}

async function signUp(page: Page): Promise<void> {
  const person = newPerson();
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, "link", "Find Jobs Now");
  await write(page, page.getByLabel("First Name"), person.firstName);
  await write(page, page.getByLabel("Last Name"), person.lastName);
  await write(page, page.getByLabel("Email Address"), person.email);
  await write(page, page.getByLabel("Password", { exact: true }), person.password);
  await write(page, page.getByLabel("Confirm Password", { exact: true }), person.password);
  await page.keyboard.press("Enter");
}

async function onboard(page: Page): Promise<void> {
  await write(page, page.getByRole("textbox", { name: "The job you want" }), "Line Cook");
  await enter(page, "button", "Continue");
  await choose(page, /Part-Time/);
  await choose(page, "2-5 Years");
  await check(page, "Weekday Mornings");
  await tabTo(page, page.getByRole("slider"));
  await page.keyboard.press("ArrowLeft");
  await choose(page, "Immediately");
  await write(page, page.getByLabel("Zip code"), "10001");
  await enter(page, "button", "Complete Profile");
  await enter(page, "button", "Take Video Interview");
}

async function enterRoom(page: Page, inspect: Inspect): Promise<void> {
  await check(page, "Let AI score my words");
  await check(page, "Record my answers");
  await expect(page.getByText("Off", { exact: true })).toHaveCount(2);
  await inspect("device-check");
  await enter(page, "button", "Start Interview Now");
  await expect(page.getByRole("heading", { name: "Camera Access Denied" })).toBeVisible();
  await expect(page.getByText("Please allow camera access to participate in the video interview.")).toBeVisible();
  await inspect("camera-denied");
  await leaveAndReturn(page);
  await enter(page, "button", "Start Interview");
  await enter(page, "button", "Continue without a camera");
  await expect(page.getByRole("heading", { name: "We can't reach your microphone" })).toBeVisible();
  await inspect("microphone-denied");
  await enter(page, "button", "Type my answers instead");
  await passIntroduction(page);
}

async function typeAnswers(page: Page): Promise<void> {
  await answerAll(page, async () => {
    const question = await page.getByRole("heading", { level: 1 }).innerText();
    await enter(page, "button", "Start My Answer");
    await expect(page.getByRole("status").filter({ hasText: /^Not recording$/ })).toBeVisible();
    await write(page, page.getByRole("textbox", { name: "Your answer" }), answerTo(question));
    await enter(page, "button", "Complete This Answer");
    await expect(page.getByRole("heading", { name: "Anything to add?" })).toBeVisible();
    await enter(page, "button", "Save My Answer");
  });
}
