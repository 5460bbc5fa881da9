/** Candidates see what is kept about them, who has it and who looked; they take a copy, and delete. */

import { execFileSync } from "node:child_process";
import { apiAs, createScoredInterview } from "../support/interviews.ts";
import { PYTHON } from "../support/paths.ts";
import { createAccount, setSession } from "../support/people.ts";
import { addManager, readFirstAnswer } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  // The server asks for the password, and is unreachable for a moment.
  expectedErrors: [/403 \(Forbidden\)|ERR_FAILED/],
});

/** A ZIP's entries and the profile in it, read by another program than ours. */
const READ = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
data = json.loads(archive.read("data.json"))
print(json.dumps({"names": archive.namelist(), "email": data["profile"][0]["email"], "views": len(data["views"])}))
`;

test("see, stop sharing, download, delete and keep @desktop", async ({ page, server, inspect }, testInfo) => {
  const manager = addManager(server);
  const account = await createAccount(server.url, 5);
  await setSession(page.context(), server.url, account);
  await page.goto("/get-started");
  await createScoredInterview(page, server, account);
  const api = await apiAs(server, account);
  const shares = [{ employerId: manager.employer }];
  expect(
    await api.post("/api/applications", {
      data: { jobIds: [manager.job], shares },
    }),
  ).toBeOK();
  const { applications } = (await (await api.get("/api/applications")).json()) as { applications: { id: string }[] };
  await readFirstAnswer(server, manager, applications[0]?.id ?? "");

  await page.goto("/profile");
  await page.getByRole("link", { name: "See, download or delete your data" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your data" })).toBeVisible();
  const has = page.getByRole("region", { name: "Who can see your interview" });
  await expect(has.getByText("They can see your videos, your answers as text, and your AI score until")).toBeVisible();
  const looked = page.getByRole("region", {
    name: "Who looked at your answers",
  });
  await expect(looked.getByText(`Maria Ortiz, ${manager.employerName}`)).toHaveCount(2); // Sent by the server, and reported as read.
  await expect(looked.getByText(/^Read answer 1\. /)).toBeVisible();
  await expect(page.getByRole("region", { name: "How long we keep it" }).getByText("90 days")).toBeVisible();
  await inspect("your-data");

  await has.getByRole("button", { name: `Stop sharing with ${manager.employerName}` }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).press("Enter");
  await expect(has.getByText("They can't see your interview anymore.")).toBeVisible();

  // The session is old: the server asks for the password first.
  let asked = false;
  await page.route("**/api/privacy/export", (route) => {
    if (asked || route.request().method() !== "POST") return route.continue();
    asked = true;
    return route.fulfill({
      status: 403,
      json: {
        code: "proof_required",
        message: "Please confirm your password.",
      },
    });
  });
  const copy = page.getByRole("region", { name: "Download everything" });
  await copy.getByRole("button", { name: "Make my file" }).click();
  const proof = page.getByRole("dialog");
  await proof.getByLabel("Password", { exact: true }).fill(account.password);
  await inspect("password");
  await proof.getByLabel("Password", { exact: true }).press("Enter");
  await expect(copy.getByText(/^Your file is ready: .+B\. You can download it until /)).toBeVisible({ timeout: 30_000 });
  await copy.scrollIntoViewIfNeeded();
  await inspect("ready");
  const [download] = await Promise.all([page.waitForEvent("download"), copy.getByRole("button", { name: "Download", exact: true }).click()]);
  expect(download.suggestedFilename()).toBe("my-data.zip");
  const file = testInfo.outputPath("my-data.zip");
  await download.saveAs(file);
  const inside = JSON.parse(execFileSync(PYTHON, ["-c", READ, file], { encoding: "utf-8" })) as { names: string[] };
  expect(inside).toMatchObject({ email: account.email, views: 1 });
  expect(inside.names.filter((name) => name.startsWith("media/"))).toHaveLength(1);

  await page.route("**/api/privacy/interviews/*", (route) => route.abort());
  const one = page.getByRole("region", { name: "Delete an interview" });
  const remove = one.getByRole("button", {
    name: /^Delete the interview for Line Cook/,
  });
  await remove.click();
  await expect(page.getByRole("dialog", { name: "Delete this interview?" })).toBeVisible();
  await inspect("delete-interview");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(one.getByText("Nothing was deleted")).toBeVisible();
  await page.unroute("**/api/privacy/interviews/*");
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(one.getByText("You have no interviews.")).toBeVisible();

  const all = page.getByRole("region", { name: "Delete everything" });
  await all.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete everything" }).click();
  await expect(all.getByText(/^We delete everything on /)).toBeVisible();
  await inspect("planned");
  await all.getByRole("button", { name: "Keep my data" }).click();
  await expect(all.getByRole("button", { name: "Delete everything" })).toBeVisible();
  expect(await (await api.get("/api/privacy/erasure")).json()).toEqual({
    pending: null,
  });
  await api.dispose();
});

test("an empty account, in Spanish and in the dark, and a server that does not answer", async ({ page, server, inspect }) => {
  const account = await createAccount(server.url, 1);
  await setSession(page.context(), server.url, account);
  const api = await apiAs(server, account);
  expect(await api.put("/api/auth/language", { data: { language: "es" } })).toBeOK();
  await api.dispose();
  await page.context().addCookies([{ name: "dayshift_language", value: "es", url: server.url }]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.route("**/api/privacy/data", (route) => route.abort());
  await page.goto("/your-data");
  await expect(page.getByText("No pudimos cargar esto.")).toBeVisible({
    timeout: 30_000,
  });
  await page.unroute("**/api/privacy/data");
  await page
    .getByRole("button", { name: "Reintentar" })
    .or(page.getByRole("button", { name: /nuevo/ }))
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Sus datos" })).toBeVisible();
  await expect(
    page.getByText("No ha compartido su entrevista con ninguna empresa.", {
      exact: false,
    }),
  ).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({
    path: test.info().outputPath("dark.png"),
    fullPage: true,
  });
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(isWide).toBe(false);
  await inspect("spanish");
});
