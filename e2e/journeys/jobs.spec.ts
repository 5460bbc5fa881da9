import type { Page } from "@playwright/test";
import { createAccount, setSession } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("saves a match, asks about it and hides another one @desktop", { tag: "@core" }, async ({ page, context, server, inspect }) => {
  await setSession(context, server.url, await createAccount(server.url, 3));
  await page.goto("/matches");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.getByText("Filters").click();
  await page.getByText("Why this fits").first().click();
  await inspect("matches");

  const shown = await page.getByRole("article").count();
  await page.getByLabel("Sort by").selectOption("pay");
  await page.getByLabel("Pay at least").selectOption("22");
  await expect(page.getByText(/^\d+ of \d+ jobs near 10001$/)).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("article")).toHaveCount(shown);

  await page
    .getByRole("button", { name: /^Save / })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Saved (1)" })).toBeVisible();
  await page
    .getByRole("link", { name: /^About this job: / })
    .first()
    .click();
  await askAbout(page);
  await inspect("job");

  await page.goBack();
  await page.goto("/matches");
  await page
    .getByRole("button", { name: /^Hide / })
    .last()
    .click();
  await page.getByRole("radio", { name: "It's too far away" }).check();
  await inspect("hide");
  await page.getByRole("button", { name: "Hide job" }).click();
  await expect(page.getByRole("article")).toHaveCount(shown - 1);
  await page.getByRole("button", { name: "Hidden (1)" }).click();
  await page.getByRole("button", { name: /^Show .+ again$/ }).click();
  await expect(page.getByText("Nothing hidden")).toBeVisible();
  await inspect("nothing-hidden");
});

async function askAbout(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Saved. Remove from my list" })).toBeVisible();
  await page.getByLabel("Your question").fill("Where is it?");
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByRole("status")).toContainText("Location: ");
  await page.getByLabel("Your question").fill("Can I bring my dog?");
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByRole("status")).toContainText("The job posting doesn't say. Ask ");
}

test("reports an unknown occupation before the questions and offers the closest titles", async ({ page, context, server, inspect }) => {
  await setSession(context, server.url, await createAccount(server.url, 1));
  await page.goto("/job-search");
  await page.getByLabel("The job you want").fill("florist, evenings near downtown");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "We don't know this kind of work yet" })).toBeVisible();
  await expect(page.getByText(/You said “downtown” in your search/)).toBeVisible();
  await inspect("unknown occupation");
  await page.getByRole("button", { name: "Tree Trimmer" }).click();
  await expect(page.getByRole("heading", { name: "We don't know this kind of work yet" })).toBeHidden();
  await expect(page.getByRole("radio", { name: /Full-Time/ })).toBeFocused();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByLabel("The job you want")).toHaveValue("Tree Trimmer");
});

test("a changed search updates contradicting answers with one tap", async ({ context, server, page, inspect }) => {
  await setSession(context, server.url, await createAccount(server.url, 3));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/job-search");
  await page.getByLabel("The job you want").fill("server, $30/hr in Brooklyn, mornings");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/^Your new search says .*\$30\/hour/)).toBeVisible();
  await inspect("changed search");
  await page.getByRole("button", { name: "Update", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Keep mine" })).toBeHidden();
  await expect(page.getByRole("checkbox", { name: "Weekday Mornings" })).toBeChecked();
  await expect(page.getByRole("radio", { name: /Full-Time/ })).toBeFocused();
  await page.getByRole("button", { name: "Complete Profile" }).click();
  await expect(page).toHaveURL(/\/matching$/);
});

test("the public job page works without scripts and has JobPosting markup", async ({ browser, server }) => {
  const account = await createAccount(server.url, 3);
  const api = await browser.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { Authorization: `Bearer ${account.token}` },
  });
  const { jobs } = (await (await api.request.get("/api/matches")).json()) as {
    jobs: { id: string; title: string }[];
  };
  const plain = await browser.newContext({
    baseURL: server.url,
    javaScriptEnabled: false,
  });
  const page = await plain.newPage();
  await page.goto(`/jobs/${jobs[0]?.id ?? ""}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(jobs[0]?.title ?? "");
  await expect(page.getByRole("link", { name: "Apply with one short interview" })).toBeVisible();
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? "")).toMatchObject({
    "@type": "JobPosting",
    title: jobs[0]?.title,
  });
  await plain.close();
  await api.close();
});
