import { createAccount, setSession } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** A press counts if it lands within this many ms of the page change: sooner than any animation ends. */
const AT_ONCE = 100;
const ATTEMPTS = 20;

interface Times {
  /** When the address changed, and when the last press landed, in ms. */
  changed: number;
  pressed: number;
  /** The name of the element under that press. */
  on: string;
}

/** Runs in the page: records when the address changed, and when and on what the last press landed. */
function recordTimes(): void {
  const times: Times = { changed: 0, pressed: 0, on: "" };
  Object.assign(globalThis, { times });
  const push = history.pushState.bind(history);
  history.pushState = (...change) => {
    push(...change);
    times.changed = performance.now();
  };
  const press = (event: Event) =>
    Object.assign(times, {
      pressed: performance.now(),
      on: (event.target as Element).tagName,
    });
  addEventListener("pointerdown", press, { capture: true });
}

test("a control can be pressed as soon as its page is shown @desktop", async ({ page, context, server }) => {
  await setSession(context, server.url, await createAccount(server.url, 3));
  await page.addInitScript(recordTimes);
  await page.goto("/job-search");
  const kind = page.getByRole("button", { name: "Construction", exact: true });
  const box = await kind.boundingBox();
  if (!box) throw new Error("The kind of work has no place on the screen.");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("radio", { name: "2-5 Years" })).toBeChecked();
  for (let attempt = 1; ; attempt += 1) {
    const press = page.waitForURL(/\/job-search$/, { waitUntil: "commit" }).then(() => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2));
    await page.getByRole("link", { name: "Back" }).click();
    await press;
    const { changed, pressed, on } = await page.evaluate(() => (globalThis as unknown as { times: Times }).times);
    if (pressed - changed <= AT_ONCE || attempt === ATTEMPTS) {
      expect(pressed - changed, "ms from the page change to the press").toBeLessThanOrEqual(AT_ONCE);
      expect(on, "what was pressed").not.toBe("HTML");
      await expect(kind).toHaveAttribute("aria-expanded", "true");
      return;
    }
    await page.goBack(); // The machine was too busy.
    await expect(page.getByRole("radio", { name: "2-5 Years" })).toBeChecked();
  }
});

test("a pushed page fades in, a first page and a redirect do not", async ({ page, context, server }) => {
  await page.addInitScript(() => {
    const faded: string[] = [];
    Object.assign(globalThis, { faded });
    addEventListener(
      "animationstart",
      ({ animationName, target }) => animationName === "fade" && faded.push(`${(target as Element).id} of ${location.pathname}`),
    );
  });
  const faded = () => page.evaluate(() => (globalThis as unknown as { faded: string[] }).faded);
  await setSession(context, server.url, await createAccount(server.url, 3));
  await page.goto("/signup");
  await expect(page, "a redirect to the current step").toHaveURL(/\/matching$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await faded()).toEqual([]);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/quick-questions$/);
  await expect.poll(faded).toEqual(["main of /quick-questions"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/job-search$/);
  await page.waitForTimeout(300);
  expect(await faded(), "reduced motion").toHaveLength(1);
});

test("the strip of employers moves once round in 15 seconds", async ({ page }) => {
  await page.goto("/");
  const strip = page.getByRole("region", { name: "Trusted by Top Companies" });
  const round = await strip.evaluate((place) => place.getAnimations({ subtree: true }).map(({ effect }) => effect?.getComputedTiming().duration));
  expect(round).toEqual([15_000]);
});
