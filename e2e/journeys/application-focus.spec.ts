/** After each action with an application, both sides: what came of it is on the screen, and the focus is on it. */

import type { Page } from "@playwright/test";
import { createScoredInterview, sendApplication } from "../support/interviews.ts";
import { createAccount, setSession } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addMember, decideAs, deskApiAs, type Member, passMeeting, readFirstAnswer, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const START = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .filter({ visible: true })
    .first();

/** Expects the heading of what came of an action: on the screen, with the focus. */
async function expectNews(page: Page, name: string | RegExp): Promise<void> {
  const news = page.getByRole("heading", { level: 2, name }).first();
  await expect(news).toBeFocused();
  await expect(news).toBeInViewport();
}

async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches(":not(body, html)") ?? false), { timeout: 3000 }).toBe(true);
}

/** Invites to two free times. */
async function invite(server: Server, member: Member, id: string): Promise<void> {
  const api = await deskApiAs(server, member);
  const { days } = (await (await api.get(`/api/desk/applications/${id}/options`)).json()) as { days: { times: { startsAt: string; busy: boolean }[] }[] };
  const times = days
    .flatMap((day) => day.times)
    .filter(({ busy }) => !busy)
    .slice(-2)
    .map(({ startsAt }) => startsAt);
  await api.dispose();
  await decideAs(server, member, id, {
    action: "invite",
    times,
    place: "218 9th Ave",
    askFor: "Maria",
  });
}

test("the focus after each action with an application, of the candidate and of the member", async ({ page, browser, server }) => {
  const maria = addMember(server);
  const rosa = await createAccount(server.url, 5);
  await createScoredInterview(null, server, rosa);
  const id = await sendApplication(server, rosa, maria);
  await readFirstAnswer(server, maria, id);
  await setSession(page.context(), server.url, rosa);
  const act = (name: string | RegExp) => button(page, name).press("Enter");
  const open = () => page.goto(`/application?id=${id}`);

  await decideAs(server, maria, id, {
    action: "ask",
    text: "Can you work Sundays?",
  });
  await open();
  await page.getByRole("textbox", { name: "Your answer" }).fill("Yes, I can.");
  await act("Send answer");
  await expectNews(page, "In review");

  await invite(server, maria, id);
  await open();
  await act("None of these work");
  await expect(page.getByLabel("Which days and times would work?")).toBeFocused();
  await act("Go back");
  await expectFocus(page);
  await act("None of these work");
  await page.getByLabel("Which days and times would work?").fill("Friday after 3 PM.");
  await act("Tell them");
  await expectNews(page, /knows that these times don't work$/);
  await page.getByRole("radio").first().check();
  await act("Take this time");
  await expectNews(page, "You're meeting them");
  await act("Move it to another time");
  await expect(page.getByRole("radio")).toHaveCount(1);
  await expectFocus(page);
  await act("Keep this time");
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expectFocus(page);
  await act("Move it to another time");
  await page.getByRole("radio").check();
  await act("Take this time");
  await expectNews(page, "You're meeting them");
  await act("I can't come");
  await act("Cancel the meeting");
  await expectNews(page, /^You canceled the meeting/);

  await invite(server, maria, id);
  await open();
  await page.getByRole("radio").first().check();
  await act("Take this time");
  await expectNews(page, "You're meeting them");
  passMeeting(server, id);
  await decideAs(server, maria, id, { action: "meet" });
  const desk = await browser.newPage({
    baseURL: server.url,
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
  });
  await setStaffSession(desk.context(), server.url, maria);
  await desk.goto(`/desk/applications/${id}`);
  await button(desk, "Offer").press("Enter");
  const form = desk.getByRole("dialog");
  await form.getByLabel("Pay per hour").fill("22");
  await form.getByLabel("First day").fill(START);
  await form.getByLabel("First shift").fill("7 AM to 3 PM");
  await form.getByLabel("Where").fill("218 9th Ave");
  await form.getByRole("button", { name: "Send offer" }).press("Enter");
  await expect(form).toHaveCount(0);
  await expectFocus(desk);
  await button(desk, /^Undo/).last().press("Enter");
  await expect(desk.getByText("Offer taken back").or(button(desk, "Offer")).first()).toBeVisible();
  await expectFocus(desk);
  await decideAs(server, maria, id, {
    action: "offer",
    pay: 22,
    startOn: START,
    firstShift: "7 AM to 3 PM",
    place: "218 9th Ave",
  });

  await open();
  await act(/^Accept for/);
  await act("Yes, I accept");
  await expectNews(page, "You're hired");
  const field = page.getByRole("textbox", { name: /^Write to/ });
  await field.fill("Can I bring my own knives?");
  await act("Send");
  await expect(field).toHaveValue("");
  await expectFocus(page);

  await desk.goto(`/desk/messages?application=${id}`);
  await desk.getByRole("textbox").fill("Yes, please.");
  await desk.getByRole("button", { name: "Send", exact: true }).press("Enter");
  await expect(desk.getByRole("listitem").filter({ hasText: "Yes, please." }).first()).toBeVisible();
  await expectFocus(desk);
  await desk.close();
});
