/** Takes the pictures of the README from a running server with people on both sides: `docs/screenshots/NAME.png`. */

import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { createScoredInterview, sendApplication } from "./support/interviews.ts";
import { createAccount, setSession } from "./support/people.ts";
import { enterRoom, prepare, startAnswer } from "./support/room.ts";
import type { Server } from "./support/server.ts";
import { addMember, decideAs, readFirstAnswer, setStaffSession } from "./support/staff.ts";
import { expect, test, waitForAnimations } from "./support/test.ts";

const FOLDER = join(__dirname, "..", "docs", "screenshots");
const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
};
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PEOPLE = [
  ["Rosa", "Delgado"],
  ["Kyle", "Novak"],
  ["Amina", "Yusuf"],
  ["Theo", "Bright"],
] as const;

test.use({ expectedErrors: [/./] });

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await waitForAnimations(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

function open(browser: Browser, server: Server, options: object): Promise<Page> {
  return browser.newPage({
    baseURL: server.url,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    permissions: ["camera", "microphone"],
    ...options,
  });
}

test("a candidate on a phone", async ({ browser, server }) => {
  await server.kill();
  await server.start({ DAYSHIFT_TRANSCRIBER_URL: "" }); // As it comes: what is said is written down.
  const account = await createAccount(server.url, 4, {
    firstName: "Rosa",
    lastName: "Delgado",
  });
  const page = await open(browser, server, PHONE);
  await setSession(page.context(), server.url, account);
  await page.goto("/matching");
  await page
    .getByText(/% match/)
    .first()
    .waitFor();
  await shoot(page, "matching-360");
  await page.goto("/video-interview-prep");
  await prepare(page);
  await enterRoom(page);
  await shoot(page, "interview-asking-360");
  await startAnswer(page);
  await page.waitForTimeout(4_000); // The level of the voice moves, and the time counts.
  await shoot(page, "interview-answering-360");
  await page.close();
  await server.kill();
  await server.start();
});

test("a dashboard in Spanish", async ({ browser, server }) => {
  const account = await createAccount(server.url, 5, {
    firstName: "Rosa",
    lastName: "Delgado",
  });
  await createScoredInterview(null, server, account);
  const page = await open(browser, server, { ...PHONE, locale: "es-US" });
  await setSession(page.context(), server.url, account);
  await page.context().addCookies([{ name: "dayshift_language", value: "es", url: server.url }]);
  await page.goto("/dashboard");
  await page.locator("h1").waitFor();
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard-360-es");
  await page.close();
});

test("a manager at the desk", async ({ browser, server }) => {
  const maria = addMember(server);
  const applications: string[] = [];
  for (const [firstName, lastName] of PEOPLE) {
    const account = await createAccount(server.url, 5, { firstName, lastName });
    await createScoredInterview(null, server, account);
    applications.push(await sendApplication(server, account, maria));
  }
  const [rosa = "", kyle = ""] = applications;
  await readFirstAnswer(server, maria, kyle);
  await decideAs(server, maria, kyle, {
    action: "ask",
    text: "Can you start on Monday?",
  });
  const page = await open(browser, server, DESKTOP);
  await setStaffSession(page.context(), server.url, maria);
  await page.goto("/desk");
  await page.getByText("Rosa").first().waitFor();
  await shoot(page, "desk-today-1280");
  await page.goto(`/desk/applications/${rosa}`);
  await expect(page.locator("h1")).toContainText("Rosa");
  await shoot(page, "desk-person-1280");
  await readFirstAnswer(server, maria, rosa);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await page
    .getByRole("button", { name: /^Decide/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("group", { name: "Decision" }).getByRole("button", { name: "Decline" }).click();
  await page.getByRole("radio", { name: "Someone else was a closer fit" }).check({ force: true });
  await expect(page.getByRole("dialog").getByText(/^Hi Rosa, it's/)).toBeVisible();
  await shoot(page, "desk-decide-1280-dark");
  await page.close();
});
