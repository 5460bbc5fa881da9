/** A manager posts a job on a phone; a candidate finds it; then it is paused, renewed, nearly taken down and filled. */

import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { PYTHON } from "../support/paths.ts";
import { createAccount, setSession } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addManager, addNamesake, setStaffSession } from "../support/staff.ts";
import { expect, expectAccessible, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  viewport: { width: 360, height: 740 },
});

const END_SOON = `
import sqlite3, sys
from datetime import datetime, timedelta, UTC
file, title = sys.argv[1:]
with sqlite3.connect(file, timeout=30) as database:
    soon = f"{datetime.now(UTC) + timedelta(days=2):%Y-%m-%d %H:%M:%S.%f}"
    database.execute("UPDATE postings SET live_until = ? WHERE title = ?", (soon, title))
`;

/** Moves the end of a posted job to two days from now. */
function endSoon(server: Server, title: string): void {
  execFileSync(PYTHON, ["-c", END_SOON, join(dirname(server.logFile), "dayshift.sqlite3"), title]);
}

test("a manager posts a job that candidates find, and pauses, renews and fills it", { tag: "@core" }, async ({ page, browser, server, inspect }) => {
  const title = "Line Cook, late brunch";
  await setStaffSession(page.context(), server.url, addManager(server));
  await page.goto("/desk/jobs");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await inspect("jobs");

  await page.getByRole("link", { name: "Post a job" }).filter({ visible: true }).click();
  await page.getByRole("radio", { name: "Line Cook" }).check();
  await expect(page.getByLabel("Job title")).toHaveValue("Line Cook");
  await page.getByLabel("Job title").fill(title);
  await page.getByRole("button", { name: "Post job" }).click();
  await expect(page.getByText("Enter an amount, like 19.50")).toBeVisible();
  await expect(page.getByLabel("Pay from")).toBeFocused();
  await inspect("errors");
  await page.getByLabel("Pay from").fill("21");
  await page.getByLabel("Pay to").fill("26.50");
  await page.getByRole("button", { name: "Holidays" }).click();
  await page.getByRole("button", { name: "One more" }).click();
  await page.getByRole("group", { name: "Where" }).getByRole("checkbox").first().check();

  await page.reload();
  await expect(page.getByLabel("Job title"), "the draft survives a reload").toHaveValue(title);
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(page.getByRole("article")).toContainText("$21–$26.50");
  await page.getByRole("article").scrollIntoViewIfNeeded();
  await inspect("preview");

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Post job" }).click();
  await expect(page.getByText("Your draft is saved on this device", { exact: false })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Post job" }).dblclick();
  await expect(page.getByText("Your job is live", { exact: true })).toBeVisible();
  const line = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText("Live");
  await inspect("posted");

  const more = line.getByLabel(`More for ${title}`);
  await more.click();
  const path = (await line.getByRole("link", { name: `Preview ${title}` }).getAttribute("href")) ?? "";
  const candidate = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 360, height: 740 },
  });
  await setSession(candidate, server.url, await createAccount(server.url, 3));
  const jobPage = await candidate.newPage();
  await jobPage.goto(path);
  await expect(jobPage.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(jobPage.getByText("$21–$26.50/hour").first()).toBeVisible();
  await expect(jobPage.getByRole("link", { name: "Apply", exact: true })).toHaveAttribute("href", /\/matches\?apply=/);
  expect(await jobPage.locator('script[type="application/ld+json"]').textContent()).toContain('"directApply": true');

  await line.getByRole("button", { name: `Pause ${title}` }).click();
  await expect(line).toContainText("Paused");
  expect((await candidate.request.get(path)).status(), "a paused job is not listed").toBe(410);
  await line.getByRole("button", { name: `Resume ${title}` }).click();
  await expect(line).toContainText("Live");

  endSoon(server, title);
  await page.reload();
  await line.getByRole("button", { name: `Renew ${title}` }).click();
  await expect(page.getByText("Live for another 30 days", { exact: true })).toBeVisible();
  await expect(line.getByRole("button", { name: `Renew ${title}` })).toHaveCount(0);
  expect((await candidate.request.get(path)).status()).toBe(200);

  await line.getByRole("link", { name: `Edit ${title}` }).click();
  await page.getByLabel("Pay to").fill("28");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(line).toContainText("$21–$28");

  await more.click();
  await line.getByRole("button", { name: `Take down ${title}` }).click();
  await line.getByRole("button", { name: "Take down", exact: true }).click();
  const bar = page.getByRole("region", { name: "Job to be taken down" });
  await expect(bar).toContainText(`Taking down ${title}`);
  await expect(line).toContainText("Being taken down");
  expect((await candidate.request.get(path)).status(), "candidates see the job until it is gone").toBe(200);
  await page.reload();
  await inspect("being taken down");
  await bar.getByRole("button", { name: "Undo" }).click();
  await expect(line).toContainText("Live");
  await expect(bar).toHaveCount(0);

  await more.click();
  await line.getByRole("button", { name: `Mark as filled: ${title}` }).click();
  await inspect("fill");
  await line.getByRole("button", { name: "Mark as filled", exact: true }).click();
  await expect(line).toContainText("Filled");
  expect((await candidate.request.get(path)).status()).toBe(410);
  await candidate.close();
});

test("a search among the jobs is kept over Back, and cleared in one tap", async ({ page, server, inspect }) => {
  await setStaffSession(page.context(), server.url, addManager(server));
  await page.goto("/desk/jobs");
  const titles = page.getByRole("listitem").getByRole("heading", { level: 2 });
  const title = await titles.first().innerText();
  const search = page.getByRole("searchbox", { name: "Search by title" });
  await search.fill(title.toUpperCase());
  await search.press("Enter");
  await expect(page).toHaveURL(/\?search=/);
  await page.getByRole("combobox", { name: "Status" }).selectOption("Live");
  await expect(page).toHaveURL(/&state=live$/);
  await expect(titles.first()).toHaveText(title);
  await inspect("found");
  await page
    .getByRole("link", { name: `Edit ${title}` })
    .first()
    .click();
  await expect(page).toHaveURL(/\/desk\/jobs\/[0-9a-f-]+$/);
  await page.goBack();
  await expect(search).toHaveValue(title.toUpperCase());
  await expect(titles.first()).toHaveText(title);

  await search.fill("nobody's job");
  await search.press("Enter");
  await expect(page.getByRole("heading", { name: "No job matches" })).toBeVisible();
  await inspect("no match");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/desk/jobs");
  await expect(titles.first()).toBeVisible();
});

test("imported jobs are claimed with a link mailed to their own domain", async ({ page, server, inspect }) => {
  const boss = `boss.${crypto.randomUUID()}@lowtidetavern.example`;
  await setStaffSession(page.context(), server.url, addNamesake(server, "Low Tide Tavern"));
  await page.goto("/desk/jobs");
  await expect(page.getByText("No jobs yet")).toBeVisible();
  await expect(page.getByText(/jobs online look like yours/)).toBeVisible();
  await inspect("found");
  await page.getByRole("link", { name: "Claim jobs" }).click();
  await page.getByLabel("An address at lowtidetavern.example").fill("boss@elsewhere.example");
  await page.getByRole("button", { name: "Email the link" }).click();
  await expect(page.getByText("Please enter an address at lowtidetavern.example")).toBeVisible();
  await inspect("claim");
  await page.getByLabel("An address at lowtidetavern.example").fill(boss);
  await page.getByRole("button", { name: "Email the link" }).click();
  await expect(page.getByText(`We emailed a link to ${boss}.`, { exact: false })).toBeVisible();

  await page.goto(await server.deskLinkMailedTo(boss, "jobs/claim"));
  await inspect("confirm");
  await page.getByRole("button", { name: "These jobs are ours" }).click();
  await expect(page.getByText(/jobs are yours now/).first()).toBeVisible();
  await expect(page.getByRole("listitem").first()).toContainText("From your feed");
  await expect(page.getByText(/jobs? online looks? like yours/)).toHaveCount(0);
  await inspect("claimed");
});

test("an operator approves a claim whose mail nobody opened", async ({ page, browser, server, inspect }) => {
  await setStaffSession(page.context(), server.url, addNamesake(server, "The Sleepy Heron Inn"));
  await page.goto("/desk/jobs");
  await page.getByRole("link", { name: "Claim jobs" }).click();
  await page.getByLabel("An address at sleepyheron.example").fill("office@sleepyheron.example");
  await page.getByRole("button", { name: "Email the link" }).click();
  await expect(
    page.getByText("We emailed a link to office@sleepyheron.example.", {
      exact: false,
    }),
  ).toBeVisible();

  const account = await createAccount(server.url, 5);
  server.addOperator(account.email);
  const office = await browser.newContext({
    viewport: { width: 360, height: 740 },
  });
  await setSession(office, server.url, account);
  const operations = await office.newPage();
  await operations.goto(`${server.url}/operations`);
  const claim = operations.getByRole("listitem").filter({ hasText: "office@sleepyheron.example" });
  await claim.scrollIntoViewIfNeeded();
  await expectAccessible(operations);
  await claim.getByRole("button", { name: "Approve the claim of The Sleepy Heron Inn" }).click();
  await operations.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(operations.getByRole("dialog")).toBeHidden();
  await expect(claim).toHaveCount(0);
  await office.close();

  await page.goto("/desk/jobs");
  await expect(page.getByRole("listitem").first()).toContainText("From your feed");
  await inspect("approved");
});

test("a manager whose form is stale sees what a colleague changed, and keeps their own version", async ({ page, server, inspect }) => {
  await setStaffSession(page.context(), server.url, addManager(server));
  const headers = { origin: server.url };
  const team = (await (await page.request.get("/api/desk/team")).json()) as {
    locations: { id: string }[];
  };
  const data = {
    title: "Prep Cook, mornings",
    description: "Cut vegetables.",
    payLow: 18,
    locationId: team.locations[0]?.id,
  };
  const posted = await page.request.post("/api/desk/jobs", {
    data,
    headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
  });
  const { id } = (await posted.json()) as { id: string };
  await page.goto(`/desk/jobs/${id}`);
  await page.getByLabel("Pay to").fill("25");
  expect(
    await page.request.put(`/api/desk/jobs/${id}`, {
      data: { ...data, payLow: 20, openings: 4, version: 1 },
      headers,
    }),
  ).toBeOK();

  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Maria Ortiz changed this job in the meantime")).toBeInViewport();
  await expect(page.getByRole("alert").getByRole("listitem")).toHaveText(["Pay from: 18 is now 20", "How many people: 1 is now 4"]);
  await inspect("stale");
  await page.getByRole("button", { name: "Keep mine and save again" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/desk/jobs");
  await expect(page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: data.title }) })).toContainText("$18–$25");
});

// A request without a signal, a job that is no longer listed, an address that proves nothing, a stale form: the browser logs them.
test.use({
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of (404|409|410|422)/],
});
