import { request } from "@playwright/test";
import { EXPECTED, PEOPLE, type Person, STAY } from "../../web/src/testing/guardTable.ts";
import { type Account, beSignedIn, onboarded } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, expectedErrors: [/status of 4\d\d/] });

/** What a page itself does once the guard has let somebody in. */
const ONWARD: Record<string, string> = {
  "/sign-up": "/signup",
  "/schedule-video-interview": "/interviews",
  // Nothing is recorded of somebody who has not agreed to it.
  "/live-interview": "/video-interview-prep",
  // Nobody is thanked for an interview that was not.
  "/interview-complete": "/dashboard",
};

for (const person of PEOPLE) {
  test(`every address of the route table, asked for by ${person}`, async ({ page, context, server }) => {
    const account = await make(person, server);
    if (account) await beSignedIn(context, server.url, account);
    for (const path of Object.keys(EXPECTED)) {
      await page.goto(path);
      await expect(page.locator("h1").first(), `${path} shows something`).toBeVisible();
      const asked = path === restOf(path, person) ? path : `${path}, sent on`;
      await expect.poll(() => new URL(page.url()).pathname, asked).toBe(restOf(path, person));
      if (person === "visitor" && EXPECTED[path]?.visitor === "/login") {
        expect(new URL(page.url()).searchParams.get("next"), "the way back").toBe(path);
      }
    }
  });
}

/** Where somebody who asks for `path` comes to rest. */
function restOf(path: string, person: Person): string {
  const next = EXPECTED[path]?.[person] ?? STAY;
  if (next !== STAY) return restOf(next, person);
  const onward = ONWARD[path];
  return onward ? restOf(onward, person) : path;
}

async function make(person: Person, server: Server): Promise<Account | null> {
  switch (person) {
    case "visitor":
      return null;
    case "without password":
      return withoutPassword(server);
    case "flow completed":
      return completed(server, 5);
    case "flow completed, searching anew":
      return completed(server, 2);
    default:
      return onboarded(server.url, Number(person.at(-1)) as 1 | 2 | 3 | 4 | 5);
  }
}

async function withoutPassword(server: Server): Promise<Account> {
  const account = await onboarded(server.url, 1);
  server.takePassword(account.email);
  return account;
}

async function completed(server: Server, step: 2 | 5): Promise<Account> {
  const account = await onboarded(server.url, step);
  const extraHTTPHeaders = { Authorization: `Bearer ${account.token}` };
  const api = await request.newContext({ baseURL: server.url, extraHTTPHeaders });
  expect(await api.post("/api/user/complete-flow")).toBeOK();
  await api.dispose();
  return account;
}
