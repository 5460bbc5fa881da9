import { type Page, request } from "@playwright/test";
import { EXPECTED, PEOPLE, type Person, STAY } from "../../web/src/testing/guardTable.ts";
import { type Account, createAccount, setSession } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 4\d\d/],
});

/** Redirects by pages after the guard has allowed access. */
const PAGE_REDIRECTS: Record<string, string> = {
  "/sign-up": "/signup",
  "/schedule-video-interview": "/interviews",
  // No interview without consent.
  "/live-interview": "/video-interview-prep",
  // No interview to thank for.
  "/interview-complete": "/dashboard",
};

/**
 * These people load every path from the server: one signed out, one signed in. The server sends the same files to
 * everyone, so the others load only the first path, which proves that the guard knows their session, and open the rest in
 * the same document.
 */
const LOADED: Person[] = ["visitor", "step 3"];

for (const person of PEOPLE) {
  test(`every route as ${person}`, async ({ page, context, server }) => {
    const account = await accountOf(person, server);
    if (account) await setSession(context, server.url, account);
    for (const [index, path] of Object.keys(EXPECTED).entries()) {
      if (index === 0 || LOADED.includes(person)) await page.goto(path);
      else await openInDocument(page, path);
      await expect(page.locator("h1").first(), `${path} renders a heading`).toBeVisible();
      const target = finalPath(path, person);
      const message = path === target ? path : `${path}, redirected`;
      await expect.poll(() => new URL(page.url()).pathname, message).toBe(target);
      if (person === "visitor" && EXPECTED[path]?.visitor === "/login") {
        expect(new URL(page.url()).searchParams.get("next"), "the return path").toBe(path);
      }
    }
  });
}

/** Opens a path as a link does, without a reload. The router hears of it before this resolves, so no old heading is left. */
async function openInDocument(page: Page, path: string): Promise<void> {
  await page.evaluate((target) => history.pushState(null, "", target), path);
}

/** Returns the path on which `person` ends up after opening `path`. */
function finalPath(path: string, person: Person): string {
  const next = EXPECTED[path]?.[person] ?? STAY;
  if (next !== STAY) return finalPath(next, person);
  const redirect = PAGE_REDIRECTS[path];
  return redirect ? finalPath(redirect, person) : path;
}

async function accountOf(person: Person, server: Server): Promise<Account | null> {
  switch (person) {
    case "visitor":
      return null;
    case "without password":
      return createWithoutPassword(server);
    case "flow completed":
      return createCompleted(server, 5);
    case "flow completed, searching again":
      return createCompleted(server, 2);
    default:
      return createAccount(server.url, Number(person.at(-1)) as 1 | 2 | 3 | 4 | 5);
  }
}

async function createWithoutPassword(server: Server): Promise<Account> {
  const account = await createAccount(server.url, 1);
  server.removePassword(account.email);
  return account;
}

async function createCompleted(server: Server, step: 2 | 5): Promise<Account> {
  const account = await createAccount(server.url, step);
  const extraHTTPHeaders = { Authorization: `Bearer ${account.token}` };
  const api = await request.newContext({
    baseURL: server.url,
    extraHTTPHeaders,
  });
  expect(await api.post("/api/user/complete-flow")).toBeOK();
  await api.dispose();
  return account;
}
