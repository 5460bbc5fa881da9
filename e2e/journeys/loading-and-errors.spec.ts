import type { Page, Route } from "@playwright/test";
import { createAccount, setSession } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  // One pattern: Playwright would treat a second array element as options.
  expectedErrors: [/status of (40\d|500)|ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported module/],
});

interface Screen {
  path: string;
  /** Onboarding step of the user. */
  step: 1 | 2 | 3 | 4 | 5;
  /** Whether the user must be an operator. */
  operator?: boolean;
  /** Pattern of the request that the screen waits for. */
  waitsFor: RegExp;
  /** Error message if the request fails. */
  failed: string;
  /** Element that is shown after the request succeeds. */
  shows: (page: Page) => ReturnType<Page["getByText"]>;
}

const SCREENS: Screen[] = [
  {
    path: "/quick-questions",
    step: 2,
    waitsFor: /\/api\/user-responses\//,
    failed: "We couldn't load your earlier answers. Check your connection and try again.",
    shows: (page) => page.getByRole("radio", { name: /Full-Time/ }),
  },
  {
    path: "/matching",
    step: 3,
    waitsFor: /\/api\/matches/,
    failed: "We couldn't look for jobs",
    shows: (page) => page.getByRole("heading", { name: "Excellent! We Found Great Matches" }),
  },
  {
    path: "/video-interview-prep",
    step: 4,
    waitsFor: /\/api\/consent$/,
    failed: "We couldn't load what you agree to. Check your connection and try again.",
    shows: (page) => page.getByRole("checkbox", { name: "Record my answers" }),
  },
  {
    path: "/dashboard",
    step: 4,
    waitsFor: /\/api\/users\/[^/]+\/interviews/,
    failed: "We couldn't load what happens next. Check your connection and try again.",
    shows: (page) => page.getByText("Take your video interview", { exact: true }),
  },
  {
    path: "/dashboard",
    step: 5,
    waitsFor: /\/api\/matches/,
    failed: "We couldn't load your matches. Check your connection and try again.",
    shows: (page) => page.getByText(/% match$/).first(),
  },
  {
    path: "/interviews",
    step: 4,
    waitsFor: /\/api\/users\/[^/]+\/interviews/,
    failed: "We couldn't load your interviews. Check your connection and try again.",
    shows: (page) => page.getByText("No Interviews Scheduled"),
  },
  {
    path: "/profile",
    step: 4,
    waitsFor: /\/api\/auth\/sessions/,
    failed: "We couldn't load this list.",
    shows: (page) => page.getByText("This device"),
  },
  {
    path: "/operations",
    step: 5,
    operator: true,
    waitsFor: /\/api\/operations\/work/,
    failed: "We couldn't load the background tasks.",
    shows: (page) => page.getByText("No failed tasks."),
  },
];

for (const { path, step, operator, waitsFor, failed, shows } of SCREENS) {
  test(`${path} while ${waitsFor.source} loads, fails and succeeds`, async ({ page, context, server, inspect }) => {
    const account = await createAccount(server.url, step);
    if (operator) server.addOperator(account.email);
    await setSession(context, server.url, account);
    const { held, fail } = await holdRequests(page, waitsFor);
    await page.goto(path);
    await held;
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await inspect("loading");
    await fail();
    await expect(page.getByText(failed, { exact: true }).first()).toBeVisible();
    await inspect("failed");
    await page.unroute(waitsFor);
    await page.getByRole("button", { name: "Try Again" }).first().click();
    await expect(shows(page)).toBeVisible();
    await inspect("loaded");
  });
}

/** Blocks all requests to `url`. `held` resolves at the first one; `fail` makes these and all later requests fail. */
async function holdRequests(page: Page, url: RegExp): Promise<{ held: Promise<void>; fail: () => Promise<void> }> {
  const pending: Route[] = [];
  let resolveHeld = () => {};
  let failing = false;
  const held = new Promise<void>((resolve) => (resolveHeld = resolve));
  const reject = (route: Route) => route.fulfill({ status: 500, json: { code: "internal", message: "" } });
  await page.route(url, async (route) => {
    if (failing) return reject(route);
    pending.push(route);
    resolveHeld();
  });
  return {
    held,
    fail: async () => {
      failing = true;
      await Promise.all(pending.map(reject));
    },
  };
}

test("shows a spinner while the session loads", async ({ page, context, server }) => {
  await setSession(context, server.url, await createAccount(server.url, 2));
  const { held } = await holdRequests(page, /\/api\/auth\/me/);
  await page.goto("/profile");
  await held;
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
});

test("a page whose code fails to load shows an error and can be retried", async ({ page, context, server, inspect }) => {
  await setSession(context, server.url, await createAccount(server.url, 2));
  await page.route(/\/assets\/Dashboard-[^/]+\.js/, (route) => route.abort());
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await inspect("failed");
  await page.unroute(/\/assets\/Dashboard-[^/]+\.js/);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Rosa" })).toBeVisible();
});

test("shows a banner while offline", async ({ page, context, server, inspect }) => {
  await setSession(context, server.url, await createAccount(server.url, 4));
  await page.goto("/get-started");
  await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await inspect("offline");
  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toBeHidden();
});

test("the drawer links to every section", async ({ page, context, server, inspect }) => {
  await setSession(context, server.url, await createAccount(server.url, 4));
  await page.goto("/get-started");
  await page.getByRole("button", { name: "Menu" }).click();
  const drawer = page.getByRole("dialog");
  for (const name of ["Home", "Find Jobs", "Dashboard"]) {
    await expect(drawer.getByRole("link", { name })).toBeVisible();
  }
  await expect(drawer.getByText("Rosa")).toBeVisible();
  await inspect("drawer");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
});

test("after a sign-out in another tab, keeps the input and returns to the page", async ({ page, context, server, inspect }) => {
  const account = await createAccount(server.url, 1);
  await page.goto("/login");
  await page.getByLabel("Email Address").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  const searchBox = page.getByRole("textbox", { name: "The job you want" });
  await searchBox.fill("Baker, early mornings");

  const other = await context.newPage();
  await other.goto("/get-started");
  await other.getByRole("button", { name: "Menu" }).click();
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL(/\/$/);
  await other.close();

  await expect(page.getByText("You were signed out. Sign in to pick up where you left off.")).toBeVisible();
  await inspect("signed-out");
  await page.getByLabel("Email Address").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(/\/job-search$/);
  await expect(searchBox).toHaveValue("Baker, early mornings");
});

test("never redirects to another site after sign-in", async ({ page, server }) => {
  const account = await createAccount(server.url, 2);
  for (const next of ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "/\t/elsewhere.example"]) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel("Email Address").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByRole("button", { name: "Complete Profile" }).or(page.getByText("404 Page Not Found"))).toBeVisible();
    expect(new URL(page.url()).origin).toBe(server.url);
    await page.request.post("/api/auth/logout", {
      headers: { Origin: server.url },
    });
    await page.evaluate(() => localStorage.clear());
  }
});

test("the landing page's menu and pause control work before any app script", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  const menu = page.getByRole("button", { name: "Menu" });
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await menu.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();

  const runningAnimations = () => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  expect(await runningAnimations()).toBeGreaterThan(0);
  await page.getByRole("checkbox", { name: "Pause the animation" }).check();
  expect(await runningAnimations()).toBe(0);
  expect(scripts).toEqual([]);
  await menu.click();
  await drawer.getByRole("link", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back");
});
