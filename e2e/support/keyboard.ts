/** Goes through the product as somebody who has a keyboard and nothing else. */

import { expect, type Locator, type Page } from "@playwright/test";

/** More stops than any screen has before what it is for. */
const MOST_STOPS = 90;

/** Tabs until the focus is on `wanted`; where it is, must be seen. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let stop = 0; !(await isThere()); stop += 1) {
    expect(stop, `Tab reaches ${wanted.toString()}`).toBeLessThan(MOST_STOPS);
    await page.keyboard.press("Tab");
  }
  const { outlineStyle, outlineWidth } = await wanted.evaluate((element) => getComputedStyle(element));
  const hasRing = outlineStyle !== "none" && outlineWidth !== "0px";
  expect(hasRing || (await hasOwnMark(wanted)), `the focus shows on ${wanted.toString()}`).toBe(true);
}

/** A choice that is drawn by its label shows the focus there. */
function hasOwnMark(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((element) => {
    const label = element.closest("label") ?? element.parentElement;
    return label !== null && [label, ...label.querySelectorAll("*")].some((part) => getComputedStyle(part).outlineStyle !== "none");
  });
}

/** Follows a link or presses a button. */
export async function enter(page: Page, role: "link" | "button", name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: typeof name === "string" }).filter({ visible: true }).first());
  await page.keyboard.press("Enter");
}

/** Ticks a box. */
export async function tick(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole("checkbox", { name }));
  await page.keyboard.press("Space");
}

/** Takes one of several choices: Tab comes to their group, arrows go through it. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole("radio", { name });
  await tabTo(page, page.locator(`[name=${await wanted.getAttribute("name")}]`).first());
  await page.keyboard.press("Space");
  while (!(await wanted.isChecked())) await page.keyboard.press("ArrowDown");
}

/** Writes into a field. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.insertText(text);
}
