/** The service worker: opening the app offline, and updates while a page is open. */

import { createServer, request, type Server as Proxy } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { createAccount, setSession } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({
  serviceWorkers: "allow",
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404/],
});

/** Waits until a service worker controls the page. */
async function serviceWorkerControls(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, {
        once: true,
      }),
    );
  });
}

/** Returns the paths of all cached responses. */
function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

test("opens offline and says so", { tag: "@core" }, async ({ page, context, server, inspect }) => {
  await setSession(context, server.url, await createAccount(server.url, 5));
  await page.goto("/dashboard");
  await serviceWorkerControls(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Rosa");
  await page.waitForLoadState("networkidle");
  const cached = await cachedPaths(page);
  expect(cached).toContain("/offline");
  expect(
    cached.filter((path) => path !== "/offline" && !path.startsWith("/assets/")),
    "cached API responses",
  ).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("You're offline.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await inspect("dashboard-offline");

  await page.goto("/jobs/0199-any?from=mail");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No internet connection");
  await expect(page).toHaveURL(/\/jobs\/0199-any\?from=mail$/);
  await inspect("server-page-offline");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No internet connection");
  await context.setOffline(false);
  await expect(page.getByText("You're back online.")).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page).toHaveURL(/\/jobs\/0199-any\?from=mail$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This job is no longer available");
});

/** Returns the state of the waiting service worker, or "none". */
function waitingWorker(page: Page): Promise<string> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state ?? "none");
}

/** Starts a proxy to the server at `to` that appends a line to the service worker when `isUpdated()` is true. */
async function startProxy(to: string, isUpdated: () => boolean): Promise<Proxy> {
  const proxy = createServer((incoming, response) => {
    const { url = "/", method, headers } = incoming;
    const { "if-none-match": _, ...plain } = headers;
    const outgoing = request(to + url, { method, headers: { ...plain, "accept-encoding": "identity" } }, (upstream) => {
      const changed = url === "/sw.js" && isUpdated();
      if (changed) delete upstream.headers["content-length"];
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response, { end: !changed });
      if (changed) upstream.on("end", () => response.end("\n// newer"));
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}

test("a new version waits while a page of the app is open", async ({ page, context, server }) => {
  let updated = false;
  const proxy = await startProxy(server.url, () => updated);
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await setSession(context, url, await createAccount(server.url, 5));
  await page.goto(`${url}/live-interview`);
  await serviceWorkerControls(page);
  const loadTime = await page.evaluate(() => performance.timeOrigin);

  updated = true;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => waitingWorker(page)).toBe("installed");
  expect(await page.evaluate(() => performance.timeOrigin), "the page was not reloaded").toBe(loadTime);
  await page.reload();
  await expect(page.locator("h1, h2").first()).toBeVisible();
  expect(await waitingWorker(page)).toBe("installed");

  await page.close();
  const newPage = await context.newPage();
  // Browsers activate the update some time after the last page has closed. If a page opens before that, the update waits
  // for that page too.
  const reopen = async () => {
    await newPage.goto("about:blank");
    await newPage.waitForTimeout(2_000);
    await newPage.goto(`${url}/dashboard`);
    return waitingWorker(newPage);
  };
  await expect.poll(reopen, { message: "waiting service worker", timeout: 60_000 }).toBe("none");
  proxy.closeAllConnections();
  proxy.close();
});
