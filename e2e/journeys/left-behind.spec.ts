/** What the browser keeps of a person after they sign out, and after their account is erased. */

import type { Page } from "@playwright/test";
import { createAccount } from "../support/people.ts";
import { expect, expectAccessible, test } from "../support/test.ts";

test.use({ serviceWorkers: "allow", expectedErrors: [/401 \(Unauthorized\)/] });

/** Everything that this browser keeps for our pages, as text: storages, caches of the service worker, databases. */
async function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.includes("/assets/")) continue;
        found.push(request.url, (await (await cache.match(request))?.text()) ?? "");
      }
    }
    for (const { name, version } of await indexedDB.databases()) {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? "", version);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of opened.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const request = opened.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        found.push(name ?? "", store, JSON.stringify(rows));
      }
      opened.close();
    }
    return found.join("\n");
  });
}

for (const end of ["signed out", "erased"] as const) {
  test(`a person who is ${end} leaves nothing that was sent in the browser`, async ({ page, server }) => {
    const account = await createAccount(server.url, 5, {
      firstName: "Leocadia",
      lastName: "Quintanilla",
    });
    const session = {
      name: "dayshift_session",
      value: account.token,
      url: server.url,
    };
    await page.context().addCookies([{ ...session, httpOnly: true, sameSite: "Lax" }]);
    await page.goto("/get-started");
    await page.evaluate((uuid) => localStorage.setItem("authToken", uuid), account.id);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    for (const path of ["/interview-dashboard", "/your-data", "/profile"]) {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
    }
    await expect(page.getByText("Leocadia").filter({ visible: true }).first()).toBeVisible();
    expect(await kept(page)).toContain(account.id);

    if (end === "signed out") {
      await page.getByRole("button", { name: "Sign Out", exact: true }).filter({ visible: true }).first().click();
    } else {
      server.eraseUser(account.email);
      await page.reload();
    }
    await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
    const left = await kept(page);
    for (const trace of [account.id, account.email, "Leocadia", "Quintanilla"]) expect(left).not.toContain(trace);
    const cookies = await page.context().cookies();
    if (end === "signed out") expect(cookies.map(({ name }) => name)).not.toContain(session.name);
  });
}

/** Puts an answer in this browser's upload store while nothing sends it. */
async function keepUnsentAnswer(page: Page, owner: string): Promise<void> {
  await page.evaluate(async (user) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("dayshift-interview", 1);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const answer = {
      questionId: "why",
      questionText: "Why?",
      responseText: "I fed Leocadia's geese.",
      responseOrder: 1,
      mode: "typed",
      durationSeconds: 0,
    };
    const row = {
      owner: user,
      interviewId: "0198",
      responseOrder: 1,
      answer,
      words: "waiting",
      recording: "none",
    };
    await new Promise((resolve, reject) => {
      const tx = db.transaction("answers", "readwrite");
      tx.objectStore("answers").put(row);
      tx.oncomplete = resolve;
      tx.onerror = () => reject(tx.error);
    });
    db.close();
  }, owner);
}

test("a person who signs out with unsent answers is asked first, and leaves none", async ({ page, server }) => {
  const account = await createAccount(server.url, 5);
  const session = {
    name: "dayshift_session",
    value: account.token,
    url: server.url,
  };
  await page.context().addCookies([{ ...session, httpOnly: true, sameSite: "Lax" }]);
  await page.goto("/get-started");
  await page.evaluate((uuid) => localStorage.setItem("authToken", uuid), account.id);
  await page.goto("/profile");
  const signOut = page.getByRole("button", { name: "Sign Out", exact: true }).filter({ visible: true }).first();
  await expect(signOut).toBeVisible();
  const stores = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(stores).toContain("dayshift-interview");
  await keepUnsentAnswer(page, account.id);

  const dialog = page.getByRole("dialog", {
    name: "Some answers aren't sent yet",
  });
  await signOut.click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await kept(page)).toContain("geese");
  expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBe(account.id);

  await signOut.click();
  await dialog.getByRole("button", { name: "Delete and Sign Out" }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  const left = await kept(page);
  for (const trace of [account.id, "geese"]) expect(left).not.toContain(trace);
});
