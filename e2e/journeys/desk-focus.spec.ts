/** After each action of the desk the focus is on something that a screen reader can name, never on the body. */

import type { Locator, Page } from "@playwright/test";
import { apiAs, createScoredInterview, sendApplication } from "../support/interviews.ts";
import { type Account, createAccount } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addMember, addRecords, decideAs, deskApiAs, type Member, passMeeting, readFirstAnswer, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

interface Applied {
  account: Account;
  /** The application's ID. */
  id: string;
}

/** Creates a candidate who applies for the member's job, and lets the member read the first answer. */
async function apply(server: Server, member: Member, firstName: string): Promise<Applied> {
  const account = await createAccount(server.url, 5, { firstName });
  await createScoredInterview(null, server, account);
  const id = await sendApplication(server, account, member);
  await readFirstAnswer(server, member, id);
  return { account, id };
}

/** Invites to two free times; returns them. */
async function invite(server: Server, member: Member, { id }: Applied): Promise<string[]> {
  const api = await deskApiAs(server, member);
  const { days } = (await (await api.get(`/api/desk/applications/${id}/options`)).json()) as { days: { times: { startsAt: string; busy: boolean }[] }[] };
  const times = days
    .flatMap((day) => day.times)
    .filter(({ busy }) => !busy)
    .slice(0, 2)
    .map(({ startsAt }) => startsAt);
  await decideAs(server, member, id, {
    action: "invite",
    times,
    place: "218 9th Ave",
    askFor: "Maria",
  });
  await api.dispose();
  return times;
}

async function chooseTime(server: Server, { account, id }: Applied, startsAt: string | undefined): Promise<void> {
  const api = await apiAs(server, account);
  const { version } = (await (await api.get(`/api/applications/${id}`)).json()) as { version: number };
  expect(
    await api.post(`/api/applications/${id}/time`, {
      data: { startsAt, words: null },
      headers: { "If-Match": `"${version}"` },
    }),
  ).toBeOK();
  await api.dispose();
}

/** Expects that the focus is in the page once it has settled; `after` is what the member did. */
async function expectFocus(page: Page, after: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.matches(":not(body, html)") ?? false);
  await expect
    .poll(focused, {
      message: `the focus is in the page after ${after}`,
      timeout: 3000,
    })
    .toBe(true);
}

const press = (target: Locator) => target.press("Enter");
const waiting = (page: Page) => page.getByRole("region", { name: "Waiting to be sent" });
const sheet = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .filter({ visible: true })
    .first();

/** Opens the sheet at a form by keyboard. */
async function decide(page: Page, form: "Ask" | "Invite" | "Decline"): Promise<void> {
  await press(button(page, /^Decide/));
  await press(page.getByRole("group", { name: "Decision" }).getByRole("button", { name: form }));
}

/** Sends the form that is open, takes it back, and expects the focus after both. */
async function sendAndUndo(page: Page, send: string): Promise<void> {
  await press(sheet(page).getByRole("button", { name: send }));
  await expect(sheet(page)).toHaveCount(0);
  await expectFocus(page, send);
  await press(waiting(page).getByRole("button", { name: "Undo" }));
  await expect(waiting(page)).toHaveCount(0);
  await expectFocus(page, `undoing: ${send}`);
}

test("the focus after deciding, rating and moving on, on a person's page", async ({ page, server }) => {
  const maria = addMember(server);
  const [ana, ben] = [await apply(server, maria, "Ana"), await apply(server, maria, "Ben")];
  await setStaffSession(page.context(), server.url, maria);
  await page.goto(`/desk/applications/${ana.id}`);

  await press(button(page, /^Decide/));
  await expect(sheet(page).getByRole("group", { name: "Decision" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await expect(button(page, /^Decide/)).toBeFocused();
  await press(button(page, /^Decide/));
  await press(sheet(page).getByRole("button", { name: "Close" }));
  await expect(sheet(page)).toHaveCount(0);
  await expect(button(page, /^Decide/)).toBeFocused();

  await decide(page, "Ask");
  await sheet(page).getByLabel("Your question").fill("Can you work Sundays?");
  await sendAndUndo(page, "Send question");
  await decide(page, "Invite");
  await sheet(page).getByRole("checkbox").first().check();
  await sheet(page).getByLabel("Where").fill("218 9th Ave");
  await sendAndUndo(page, "Send invitation");
  await decide(page, "Decline");
  await sheet(page).getByRole("radio", { name: "Hours don't match" }).check();
  await sendAndUndo(page, "Decline and tell Ana");

  await page.getByRole("form", { name: "Your level" }).getByRole("radio", { name: /^4: / }).press("Space");
  await press(page.getByRole("form", { name: "Your level" }).getByRole("button", { name: "Save" }));
  await expect(page.getByText("Your first level stays on record.")).toBeVisible();
  await expectFocus(page, "rating");
  await press(button(page, "Next answer"));
  await expect(page.getByRole("form", { name: "Your level" })).toBeVisible();
  await expectFocus(page, "moving to the next answer");
  await press(button(page, "Skip rating"));
  await expect(page.getByText("You skipped this one")).toBeVisible();
  await expectFocus(page, "skipping");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(ben.id));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ben");
  await expectFocus(page, "moving to the next person");
});

test("the focus after canceling a meeting and after one took place", async ({ page, server }) => {
  const maria = addMember(server);
  const devin = addMember(server, { job: maria.job, name: "Devin Park" });
  const [ana, ben] = await Promise.all([apply(server, maria, "Ana"), apply(server, maria, "Ben")]);
  const [[time]] = await Promise.all([invite(server, maria, ana), invite(server, maria, ben)]);
  await chooseTime(server, ana, time);
  await readFirstAnswer(server, devin, ana.id);
  passMeeting(server, ana.id);
  await setStaffSession(page.context(), server.url, devin);

  await page.goto("/desk/calendar");
  await press(button(page, "Cancel"));
  await press(button(page, "Keep it"));
  await expect(button(page, "Cancel")).toBeFocused();
  await press(button(page, "Cancel"));
  await press(button(page, "Cancel and tell Ben"));
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await expectFocus(page, "canceling a meeting");

  await page.goto(`/desk/applications/${ana.id}`);
  await press(button(page, "We've met"));
  await expect(sheet(page).getByLabel("First shift")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await expectFocus(page, "saying that they met");
});

test("the focus after filters, pages and several people at once, in the list", async ({ page, server }) => {
  const maria = addMember(server);
  await Promise.all([apply(server, maria, "Ana"), apply(server, maria, "Ben")]);
  for (let time = 0; time < 3; time += 1) addRecords(server, maria, 0);
  await setStaffSession(page.context(), server.url, maria);

  await page.goto("/desk/applications?view=ended");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(50);
  await press(button(page, "Filter"));
  await sheet(page).getByLabel("Stage").selectOption("Withdrawn");
  await press(button(page, "Show applications"));
  await expect(sheet(page)).toHaveCount(0);
  await expect(rows).toHaveCount(0);
  await expectFocus(page, "filtering");
  await press(button(page, "Clear filters"));
  await expect(rows).toHaveCount(50);
  await expectFocus(page, "clearing the filters");
  await press(button(page, "Next 50"));
  await expect(button(page, "Previous 50")).toBeVisible();
  await expectFocus(page, "the next page");
  await press(button(page, "Previous 50"));
  await expect(rows).toHaveCount(50);
  await expectFocus(page, "the page before");

  await page.setViewportSize({ width: 1280, height: 800 });
  await press(button(page, /^Needs a reply/));
  await expect(rows).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select all 2" }).press("Space");
  await press(page.getByRole("region", { name: "Selected applications" }).getByRole("button", { name: "Ask" }));
  await sheet(page).getByRole("textbox").fill("Can you work Sundays?");
  await sendAndUndo(page, "Ask 2 people");
  await page.getByRole("checkbox", { name: "Select all 2" }).press("Space");
  await press(button(page, /^Clear/));
  await expect(page.getByRole("region", { name: "Selected applications" })).toHaveCount(0);
  await expectFocus(page, "clearing the selection");
});

test("the focus after changes to the team, locations and jobs", async ({ page, server }) => {
  const lee = addMember(server, { role: "owner", name: "Lee Park" });
  await setStaffSession(page.context(), server.url, lee);
  await page.goto("/desk/team");
  await press(button(page, "Invite someone"));
  await sheet(page).getByLabel("Name", { exact: true }).fill("Devin Park");
  await sheet(page).getByLabel("Work email").fill(`devin.${crypto.randomUUID()}@staff.example`);
  await press(sheet(page).getByRole("button", { name: "Send invitation" }));
  const takeBack = button(page, "Take back the invitation to Devin Park");
  await expect(takeBack).toBeVisible();
  await expect(button(page, "Invite someone")).toBeFocused();
  await press(takeBack);
  await expect(takeBack).toHaveCount(0);
  await expectFocus(page, "taking back an invitation");

  await press(button(page, "Add one"));
  await sheet(page).getByLabel("Name of the location").fill("Second kitchen");
  await sheet(page).getByLabel("Zip code").fill("10001");
  await press(sheet(page).getByRole("button", { name: "Save" }));
  await expect(button(page, "Change Second kitchen")).toBeVisible();
  await expectFocus(page, "adding a location");
  await press(button(page, "Change Second kitchen"));
  await press(button(page, "Close this location"));
  await expect(sheet(page)).toHaveCount(0);
  await expectFocus(page, "closing a location");

  await page.goto("/desk/jobs");
  const named = (what: string) => button(page, `${what} ${lee.title}`);
  const more = page.getByLabel(`More for ${lee.title}`, { exact: true }).first();
  await press(more);
  await press(named("Pause"));
  await expect(named("Resume")).toBeVisible();
  await expectFocus(page, "pausing a job");
  await press(named("Resume"));
  await expect(named("Pause")).toBeVisible();
  await expectFocus(page, "resuming a job");
  await press(named("Take down"));
  await expect(button(page, "Keep it open")).toBeVisible();
  await expectFocus(page, "asking whether to take down a job");
  await press(button(page, "Keep it open"));
  await expectFocus(page, "keeping a job");
  await press(more);
  await press(named("Take down"));
  await press(button(page, "Take down"));
  await expect(button(page, "Take down")).toHaveCount(0);
  await expectFocus(page, "taking down a job");
});
