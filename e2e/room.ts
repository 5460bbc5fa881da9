/** Takes a screenshot of every interview room state, using the page that shows them individually. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test, waitForAnimations } from "./support/test.ts";

const FOLDER = process.env.SHOTS ?? join(__dirname, "test-results", "shots");
const ROOM = `http://127.0.0.1:${process.env.ROOM_PORT ?? 8290}/room.html`;

test.use({ expectedErrors: [/./] });

test("every state of the room @room", async ({ page }, { project }) => {
  mkdirSync(FOLDER, { recursive: true });
  const shoot = async (name: string) => {
    await waitForAnimations(page);
    await page.screenshot({
      path: join(FOLDER, `room-${name}-${project.name}.png`),
    });
  };
  await page.goto(ROOM);
  const states = (await page.getByRole("link").allInnerTexts()).filter((name) => name.includes(process.env.ONLY ?? ""));
  expect(states.length).toBeGreaterThan(0);
  for (const name of states) {
    await show(page, name);
    await shoot(name);
    expect.soft(await overflowing(page), `${name} at ${project.name}`).toEqual([]);
  }
  await show(page, "06-answering");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: "Make it easier" }).click();
  await page.getByRole("dialog").waitFor();
  await shoot("12-make-it-easier");
  await show(page, "06-answering");
  await page.getByRole("button", { name: "End Interview" }).click();
  await page.getByRole("dialog").waitFor();
  await shoot("12-end-interview");
});

async function show(page: Page, name: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${ROOM}#${name}`);
  await page.locator("main").locator("h1, [role=status]").first().waitFor();
  await page.waitForTimeout(400);
}

/** Returns the labels of buttons outside the viewport horizontally, and whether the page is wider than the viewport. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll("button")].flatMap((button) => {
      const { left, right, width } = button.getBoundingClientRect();
      return width > 0 && (left < 0 || right > innerWidth) ? [button.innerText] : [];
    });
    return document.documentElement.scrollWidth > innerWidth ? [...labels, "the page is wider than the viewport"] : labels;
  });
}
