/** Uses the app with the keyboard only. */

import { expect, type Locator, type Page } from "@playwright/test";

/** More tab stops than any screen has before its main control. */
const MAX_TAB_STOPS = 90;

/** Presses Tab until `target` has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; !(await isFocused()); stop += 1) {
    expect(stop, `Tab reaches ${target.toString()}`).toBeLessThan(MAX_TAB_STOPS);
    await page.keyboard.press("Tab");
  }
  const { outlineStyle, outlineWidth } = await target.evaluate((element) => getComputedStyle(element));
  const hasOutline = outlineStyle !== "none" && outlineWidth !== "0px";
  expect(hasOutline || (await labelShowsFocus(target)), `the focus is visible on ${target.toString()}`).toBe(true);
}

/** Whether the label of a custom-drawn input shows the focus. */
function labelShowsFocus(input: Locator): Promise<boolean> {
  return input.evaluate((element) => {
    const label = element.closest("label") ?? element.parentElement;
    return label !== null && [label, ...label.querySelectorAll("*")].some((part) => getComputedStyle(part).outlineStyle !== "none");
  });
}

/** Follows a link or presses a button. */
export async function enter(page: Page, role: "link" | "button", name: string | RegExp): Promise<void> {
  await tabTo(
    page,
    page
      .getByRole(role, { name, exact: typeof name === "string" })
      .filter({ visible: true })
      .first(),
  );
  await page.keyboard.press("Enter");
}

/** Checks a checkbox. */
export async function check(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole("checkbox", { name }));
  await page.keyboard.press("Space");
}

/** Selects a radio button: Tab to its group, then arrow keys. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole("radio", { name });
  await tabTo(page, page.locator(`[name=${await target.getAttribute("name")}]`).first());
  await page.keyboard.press("Space");
  while (!(await target.isChecked())) await page.keyboard.press("ArrowDown");
}

/** Types into a field. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.insertText(text);
}
