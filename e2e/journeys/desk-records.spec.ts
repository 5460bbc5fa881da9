/** An owner reads decision records page by page, legal holds, how often the team overrules AI, and results by group. */

import { addMember, addRecords, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

// Requests that fail on purpose.
test.use({ expectedErrors: [/status of 500/] });

test.describe("once loaded", () => {
  test.use({ serviceWorkers: "allow" });

  test("the desk has its typeface, and is kept for when there is no network", async ({ page, context, server }) => {
    await setStaffSession(context, server.url, addMember(server, { role: "owner" }));
    await page.goto("/desk/team");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => page.evaluate(() => [...document.fonts].some(({ status }) => status === "loaded"))).toBe(true);
    await expect.poll(() => page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration()))).toBe(true);
  });
});

test("an owner reads records, holds and results by group @desktop", async ({ page, context, server, inspect }) => {
  const owner = addMember(server, { role: "owner", name: "Ana Whitlock" });
  await setStaffSession(context, server.url, owner);
  await page.goto("/desk/fairness");
  const records = page.getByRole("region", { name: "Decision records" });
  const holds = page.getByRole("region", { name: "Legal holds" });
  await expect(records.getByText("No decision was recorded in this time.")).toBeVisible();
  await expect(holds.getByText("No legal holds on your company.")).toBeVisible();
  await inspect("empty");

  addRecords(server, owner, 25);
  await page.reload();
  await expect(records.getByRole("listitem")).toHaveCount(20);
  await records.getByRole("button", { name: "Show more" }).click();
  await expect(records.getByRole("listitem")).toHaveCount(25);
  await expect(records.getByRole("button", { name: "Show more" })).toHaveCount(0);
  const first = records.getByRole("listitem").first();
  await expect(first.getByRole("heading")).toHaveText("Declined: Line Cook");
  await expect(first.getByText("Other level than AI")).toBeVisible();
  await first.getByText("Details").focus();
  await page.keyboard.press("Enter");
  await expect(first.getByText("Teamwork: 2 from Maria Ortiz, 4 from AI")).toBeVisible();
  await expect(first.getByText("network 5")).toBeVisible();

  await expect(holds.getByRole("heading", { name: "Case 26-1187" })).toBeVisible();
  await expect(holds.getByText("Active", { exact: true })).toBeVisible();

  const groups = page.getByRole("region", { name: "Results by group" });
  const bySex = groups.getByRole("region", {
    name: "Who moved forward: By sex",
  });
  await expect(bySex.getByRole("row", { name: "Female 6 of 20 30% 0.40" })).toBeVisible();
  await expect(groups.getByText(/^Female: Below 0\.80\. Unlikely to be chance/)).toBeVisible();
  const finding = page.getByRole("region", {
    name: "Who moved forward",
    exact: true,
  });
  await expect(finding.getByText(/^Female: Below 0\.80\. Unlikely to be chance/)).toBeVisible();
  await inspect("filled");
  await context.addCookies([{ name: "dayshift_language", value: "es", url: server.url }]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Equidad y registros");
  await expect(page.getByRole("region", { name: "Retenciones legales" }).getByText("Activa", { exact: true })).toBeVisible();
  await inspect("es");
});

test("failed lists can be tried again", async ({ page, context, server }) => {
  await setStaffSession(context, server.url, addMember(server, { role: "owner" }));
  const broken = ["records", "holds", "groups"];
  await page.route(/\/api\/desk\/(reports\/records|reports\/groups|holds)(\?|$)/, (route) =>
    broken.some((one) => route.request().url().includes(one))
      ? route.fulfill({
          status: 500,
          json: { code: "internal", message: "" },
        })
      : route.continue(),
  );
  await page.goto("/desk/fairness");
  await expect(page.getByText("We couldn't load the legal holds.", { exact: false })).toBeVisible();
  await expect(page.getByText("We couldn't load the results by group.", { exact: false })).toBeVisible();
  const records = page.getByRole("region", { name: "Decision records" });
  await expect(records.getByText("We couldn't load the records.", { exact: false })).toBeVisible();
  broken.length = 0;
  await records.getByRole("button", { name: "Try again" }).click();
  await expect(records.getByText("No decision was recorded in this time.")).toBeVisible();
});
