/** A recruiter works through the list by keyboard alone: filters, views, several people at once, undo, search and export. */

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { createScoredInterview, sendApplication } from "../support/interviews.ts";
import { enter, tabTo } from "../support/keyboard.ts";
import { createAccount } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addMember, deskApiAs, type Member, passUndoTime, readFirstAnswer, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Creates candidates who apply for the member's job; those who are `watched` by the member are in review. Returns IDs by name. */
async function fill(server: Server, member: Member, people: readonly { name: string; watched: boolean }[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, watched } of people) {
    const [firstName = "", lastName = ""] = name.split(" ");
    const account = await createAccount(server.url, 5, { firstName, lastName });
    await createScoredInterview(null, server, account);
    const id = await sendApplication(server, account, member);
    if (watched) await readFirstAnswer(server, member, id);
    found.set(name, id);
  }
  return found;
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.closest("tr")?.querySelector("[data-row]")?.textContent);

/** Moves down to the row of this name. */
async function moveTo(page: Page, name: string): Promise<void> {
  for (let step = 0; (await focusedName(page)) !== name; step += 1) {
    expect(step, `J reaches ${name}`).toBeLessThan(12);
    await page.keyboard.press("j");
  }
}

const PEOPLE = [
  { name: "Ana Álvarez", watched: true },
  { name: "Ben Sorensen", watched: true },
  { name: "Nina Novak", watched: true },
  { name: "Omar Haddad", watched: false },
] as const;

test("the list by keyboard: filter, saved view, several people at once, undo, search, export", { tag: "@core" }, async ({ page, server, inspect }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const devin = addMember(server, { name: "Devin Park" });
  const ids = await fill(server, devin, PEOPLE);
  await setStaffSession(page.context(), server.url, devin);
  await page.goto("/desk/applications");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Needs a reply 4" })).toHaveAttribute("aria-pressed", "true");

  // Filter, save the view, leave it and come back.
  await tabTo(page, page.getByRole("combobox", { name: "Filter by: Stage" }));
  await page.keyboard.type("In review");
  await expect(rows).toHaveCount(3);
  await enter(page, "button", "Save view");
  await page.getByRole("dialog").getByRole("textbox").focus();
  await page.keyboard.type("To decide");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "To decide" })).toHaveAttribute("aria-pressed", "true");
  await enter(page, "button", "Needs a reply 4");
  await expect(rows).toHaveCount(4);
  await enter(page, "button", "To decide");
  await expect(rows).toHaveCount(3);

  // Ask two of them, and take it back.
  await moveTo(page, "Ana Álvarez");
  await page.keyboard.press("x");
  await moveTo(page, "Ben Sorensen");
  await page.keyboard.press("x");
  const bar = page.getByRole("region", { name: "Selected applications" });
  await expect(bar).toContainText("2 selected");
  await page.keyboard.press("a");
  const sheet = page.getByRole("dialog");
  await expect(sheet).toContainText("Ana Álvarez and Ben Sorensen");
  await enter(page, "button", "Ask 2 people");
  await expect(sheet).toContainText("Write your question");
  await page.keyboard.type("Can you work Sundays?");
  await expect(sheet.getByText("Can you work Sundays?").last()).toBeVisible();
  await inspect("ask-several");
  await enter(page, "button", "Ask 2 people");
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toContainText("Asking 2 people");
  await expect(rows.filter({ hasText: "Going out" })).toHaveCount(2);
  await page.keyboard.press("u");
  await expect(page.getByText("Undone. Nothing was sent.").first()).toBeVisible();
  await expect(rows.filter({ hasText: "Going out" })).toHaveCount(0);

  // Invite all: who was not watched is left out, and says so.
  await enter(page, "button", "Needs a reply 4");
  await expect(rows).toHaveCount(4);
  await tabTo(page, page.getByRole("checkbox", { name: "Select all 4" }));
  await page.keyboard.press("Space");
  await expect(bar).toContainText("4 selected");
  await expect(bar).toContainText("Omar Haddad hasn't been watched yet and won't be included.");
  await inspect("selected");
  await page.keyboard.press("i");
  await expect(sheet.getByText("Nobody has watched an answer yet: Omar Haddad")).toBeVisible();
  await tabTo(page, sheet.getByRole("checkbox").first());
  await page.keyboard.press("Space");
  const send = sheet.getByRole("button", { name: "Invite 3 people" });
  if ((await sheet.getByLabel("Where").inputValue()) === "") await sheet.getByLabel("Where").fill("At the counter");
  await tabTo(page, send);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toContainText("Inviting 3 people");
  for (const { name, watched } of PEOPLE) if (watched) passUndoTime(server, ids.get(name) ?? "");
  await expect(async () => {
    await page.goto("/desk/applications?view=waiting");
    await expect(rows).toHaveCount(3, { timeout: 8000 });
  }).toPass();
  await expect(rows.filter({ hasText: "Invited" })).toHaveCount(3);

  // One person from the row, by their own sheet; Escape closes it.
  await moveTo(page, "Nina Novak");
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog", { name: "What's next for Nina?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => focusedName(page)).toBe("Nina Novak");

  // Search without accents, and export what is shown.
  await page.keyboard.press("/");
  await page.keyboard.type("alva");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Ana Álvarez");
  await tabTo(page, page.getByRole("link", { name: "Export" }));
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const text = readFileSync(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true); // Excel reads accents by it.
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toBe("ID,Name,Job,Location,Stage,Applied,Reply by,Late,Decision,Decided,Decided by,Watched by,Ratings,Mean rating");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("Ana Álvarez");
  expect(lines[1]).toContain(",Invited,");
  expect(lines[1]).toContain("Devin Park");

  // All keys, and none of them once the member has switched them off.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "All keys" })).toContainText("Clear the selection");
  await inspect("keys");
  const desk = await deskApiAs(server, devin);
  expect(await desk.patch("/api/desk/me", { data: { shortcuts: false } })).toBeOK();
  await desk.dispose();
  await page.goto("/desk/applications?view=all_open");
  await expect(rows).toHaveCount(4);
  await rows.first().getByRole("link").focus();
  for (const key of ["x", "a", "?"]) await page.keyboard.press(key);
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "All keys" })).toHaveCount(0);
});

test("a queue by keyboard: a stage filter, the next person in the filtered list, an invitation, a decline by digit", async ({ page, server, inspect }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const devin = addMember(server, { name: "Devin Park" });
  const ids = await fill(server, devin, PEOPLE);
  await setStaffSession(page.context(), server.url, devin);
  await page.goto("/desk/applications");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(4);
  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  const counted = () => {
    const count = pressed;
    pressed = 0;
    return count;
  };

  await press("s");
  await expect(page.getByRole("dialog", { name: "Stage" })).toBeVisible();
  await inspect("stage-by-key");
  await press("2");
  await expect(rows).toHaveCount(3);
  const stageFilter = counted();

  // The person's page goes on through this list, and Back returns to the row.
  await moveTo(page, "Ana Álvarez");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Ana Álvarez" })).toBeVisible();
  await expect(page.getByText("1 of 3, Needs a reply")).toBeVisible();
  await press("j");
  await expect(page.getByRole("heading", { level: 1, name: "Ben Sorensen" })).toBeVisible();
  const next = counted();
  await expect(page.getByText("2 of 3, Needs a reply")).toBeVisible();
  await page.getByRole("link", { name: "Applications" }).last().click();
  await expect(rows).toHaveCount(3);
  await expect.poll(() => focusedName(page)).toBe("Ben Sorensen");

  // From the row: the sheet begins with the first time, and Ctrl+Enter sends.
  await press("i");
  const sheet = page.getByRole("dialog");
  const where = sheet.getByLabel("Where");
  await expect(where).toBeVisible();
  await expect(sheet.getByRole("checkbox").first()).toBeFocused();
  await press("Space");
  await press("Control+Enter");
  if (!(await where.inputValue().catch(() => "here"))) {
    await where.focus();
    for (const key of "Counter") await press(key);
    await press("Control+Enter");
  }
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toContainText("Inviting Ben");
  const invite = counted();
  passUndoTime(server, ids.get("Ben Sorensen") ?? "");

  await moveTo(page, "Nina Novak");
  await page.keyboard.press("d");
  await expect(sheet.getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("2");
  await expect(sheet.getByRole("radio").nth(1)).toBeChecked();
  await inspect("decline-by-digit");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toContainText("Declining Nina");
  console.log(`keys: invite=${invite} next_in_filtered_list=${next} stage_filter=${stageFilter}`);
  expect(invite).toBeLessThanOrEqual(12);
  expect(next).toBe(1);
  expect(stageFilter).toBeLessThanOrEqual(2);
});

test("the list by pointer: a range, closing, and what a reviewer cannot do", async ({ page, browser, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const devin = addMember(server, { name: "Devin Park" });
  const ids = await fill(server, devin, PEOPLE.slice(0, 3));
  await setStaffSession(page.context(), server.url, devin);
  await page.goto("/desk/applications");
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
  await box("Ana Álvarez").click();
  await box("Nina Novak").click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected applications" });
  await expect(bar).toContainText("3 selected");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await box("Ben Sorensen").click();
  await bar.getByRole("button", { name: "Job filled" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toContainText("They are told that the job was filled.");
  await sheet.getByRole("button", { name: "Close 1 application" }).click();
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toContainText("Closing 1 application");
  await page.keyboard.press("u");
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toHaveCount(0);
  await expect(page.locator("tbody tr")).toHaveCount(3);
  await box("Ben Sorensen").click();
  await bar.getByRole("button", { name: "Job filled" }).click();
  await sheet.getByRole("button", { name: "Close 1 application" }).click();
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toContainText("Closing 1 application");
  passUndoTime(server, ids.get("Ben Sorensen") ?? "");
  await expect(async () => {
    await page.goto("/desk/applications");
    await expect(page.locator("tbody tr")).toHaveCount(2, { timeout: 8000 });
  }).toPass();

  const theo = addMember(server, {
    job: devin.job,
    role: "reviewer",
    name: "Theo Grant",
  });
  const desk = await deskApiAs(server, devin);
  expect(await desk.put(`/api/desk/applications/${ids.get("Nina Novak")}/reviewers/${theo.id}`)).toBeOK();
  await desk.dispose();
  const context = await browser.newContext({
    baseURL: server.url,
    reducedMotion: "reduce",
  });
  await setStaffSession(context, server.url, theo);
  const other = await context.newPage();
  await other.goto("/desk/applications");
  await expect(other.locator("tbody tr")).toHaveCount(1);
  await expect(other.getByRole("checkbox")).toHaveCount(0);
  await other.keyboard.press("j");
  await other.keyboard.press("d");
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await context.close();
});

test("the list on a phone: rows, filters, export, an empty view and an error", async ({ page, server, inspect }) => {
  const maria = addMember(server);
  await fill(server, maria, PEOPLE.slice(2));
  await setStaffSession(page.context(), server.url, maria);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/desk/applications");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await inspect("phone");
  await page.getByRole("button", { name: "Filter", exact: true }).tap();
  await page.getByLabel("Stage").last().selectOption({ label: "New" });
  await page.getByRole("button", { name: "Show applications" }).tap();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Omar Haddad");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export" }).tap()]);
  expect(readFileSync(await download.path(), "utf8")).toContain("Omar Haddad");
  await page.goto("/desk/applications?view=ended");
  await expect(page.getByText("Nothing here right now")).toBeVisible();
  await inspect("phone-empty");
  await page.route("**/api/desk/applications?**", (route) => route.fulfill({ status: 503 }));
  await page.goto("/desk/applications");
  await expect(page.getByText("We couldn't load the applications.").first()).toBeVisible();
  await inspect("phone-error");
  await page.unroute("**/api/desk/applications?**");
  await page.getByRole("button", { name: "Try again" }).first().tap();
  await expect(rows).toHaveCount(2);
});

// The page that is answered with an error on purpose.
test.use({ expectedErrors: [/503 \(Service Unavailable\)/] });
