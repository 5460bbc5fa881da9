/** The app without a signal, and a newer one that comes while somebody is in the middle of something. */

import { createServer, request, type Server as Relay } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { beSignedIn, onboarded } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({
  serviceWorkers: "allow",
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404/],
});

/** Waits until the page is in the care of a service worker. */
async function cared(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
}

/** Every address of which the phone keeps something. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });
}

test("without a signal the app opens, and says so", async ({ page, context, server, inspect }) => {
  await beSignedIn(context, server.url, await onboarded(server.url, 5));
  await page.goto("/dashboard");
  await cared(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Rosa");
  await page.waitForLoadState("networkidle");
  const kept = await keptPaths(page);
  expect(kept).toContain("/offline");
  expect(kept.filter((path) => path !== "/offline" && !path.startsWith("/assets/")), "answers of the server").toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("You're offline.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await inspect("dashboard-offline");

  await page.goto("/jobs/0199-any?from=mail");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No internet connection");
  await inspect("page-of-the-server-offline");
  await context.setOffline(false);
  await expect(page.getByText("You're back online.")).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page).toHaveURL(/\/jobs\/0199-any\?from=mail$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This job is no longer available");
});

/** How far the worker is that would come next. */
function waiting(page: Page): Promise<string> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state ?? "nobody");
}

/** Passes everything on to the server at `to`; the service worker with a line more once `newer()` says so. */
async function relay(to: string, newer: () => boolean): Promise<Relay> {
  const passing = createServer((asked, answer) => {
    const { url = "/", method, headers } = asked;
    const { "if-none-match": _, ...plain } = headers;
    const onward = request(to + url, { method, headers: { ...plain, "accept-encoding": "identity" } }, (reply) => {
      const changed = url === "/sw.js" && newer();
      if (changed) delete reply.headers["content-length"];
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer, { end: !changed });
      if (changed) reply.on("end", () => answer.end("\n// newer"));
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => passing.listen(0, "127.0.0.1", resolve));
  return passing;
}

test("a newer app waits while a page of ours is open", async ({ page, context, server }) => {
  let newer = false;
  const passing = await relay(server.url, () => newer);
  const url = `http://127.0.0.1:${(passing.address() as AddressInfo).port}`;
  await beSignedIn(context, url, await onboarded(server.url, 5));
  await page.goto(`${url}/live-interview`);
  await cared(page);
  const shownBy = await page.evaluate(() => performance.timeOrigin);

  newer = true;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => waiting(page)).toBe("installed");
  expect(await page.evaluate(() => performance.timeOrigin), "the page was not loaded anew").toBe(shownBy);
  await page.reload();
  await expect(page.locator("h1, h2").first()).toBeVisible();
  expect(await waiting(page)).toBe("installed");

  await page.close();
  const later = await context.newPage();
  // A browser in a hurry may open this before it knows that the other has gone: then the next one finds the newer app.
  const opened = async () => {
    await later.goto("about:blank");
    await later.goto(`${url}/dashboard`);
    return waiting(later);
  };
  await expect.poll(opened, { message: "what still waits" }).toBe("nobody");
  passing.closeAllConnections();
  passing.close();
});
