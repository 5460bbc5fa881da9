/** Keeps a picture of every moment of the interview room, from the page that shows them one by one. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, standsStill, test } from "./support/test.ts";

const FOLDER = process.env.SHOTS ?? join(__dirname, "test-results", "shots");
const ROOM = `http://127.0.0.1:${process.env.ROOM_PORT ?? 8290}/room.html`;

test.use({ expectedErrors: [/./] });

test("every moment of the room @room", async ({ page }, { project }) => {
  mkdirSync(FOLDER, { recursive: true });
  const keep = async (name: string) => {
    await standsStill(page);
    await page.screenshot({ path: join(FOLDER, `room-${name}-${project.name}.png`) });
  };
  await page.goto(ROOM);
  const moments = (await page.getByRole("link").allInnerTexts()).filter((name) => name.includes(process.env.ONLY ?? ""));
  expect(moments.length).toBeGreaterThan(0);
  for (const name of moments) {
    await show(page, name);
    await keep(name);
    expect.soft(await cutOff(page), `${name} at ${project.name}`).toEqual([]);
  }
  await show(page, "06-answering");
  await page.getByRole("button", { name: "Make it easier" }).click();
  await page.getByRole("dialog").waitFor();
  await keep("12-make-it-easier");
  await show(page, "06-answering");
  await page.getByRole("button", { name: "End Interview" }).click();
  await page.getByRole("dialog").waitFor();
  await keep("12-end-interview");
});

async function show(page: Page, name: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${ROOM}#${name}`);
  await page.locator("main").locator("h1, [role=status]").first().waitFor();
  await page.waitForTimeout(400);
}

/** The words of buttons that lie outside of the window sideways, or under another part of it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = [...document.querySelectorAll("button")].flatMap((button) => {
      const { left, right, width } = button.getBoundingClientRect();
      return width > 0 && (left < 0 || right > innerWidth) ? [button.innerText] : [];
    });
    return document.documentElement.scrollWidth > innerWidth ? [...words, "the page is wider than the window"] : words;
  });
}
