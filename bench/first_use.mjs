// When a form page is shown and works on a cheap phone, with Chromium's own throttling (slow 4G, CPU 4x and 8x) instead of a
// simulation: `node bench/first_use.mjs RUNS URL [URL]...`. Several servers are measured in turn. Medians, in ms; kB received.
import { createRequire } from "node:module";

const web = createRequire(new URL("../web/package.json", import.meta.url));
const { chromium, request } = web("@playwright/test");

const [runs, ...bases] = process.argv.slice(2);
const PATHS = ["/signup", "/job-search"];
/** On each page, a link to the next one: a tap on it after the page has become quiet is timed. */
const NEXT = { "/signup": 'header a[href="/login"]', "/job-search": 'header a[href="/get-started"]' };
const SLOWDOWNS = [4, 8];
const QUIET_MS = 3000;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 92_160 };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "en-US" };

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const sessions = new Map();
for (const base of bases) sessions.set(base, await createSession(base));
for (const path of PATHS) for (const rate of SLOWDOWNS) {
  const found = new Map(bases.map((base) => [base, []]));
  for (let run = 0; run < Number(runs); run += 1) for (const base of bases) found.get(base).push(await measure(base, path, rate));
  for (const [base, all] of found) {
    const median = (key) => Math.round(all.map((times) => times[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)]);
    const figures = ["paint", "largest", "field", "app", "blocked", "tap", "kB"].map((key) => `${key}=${median(key)}`);
    console.log(path.padEnd(12), `${rate}x`, base, ...figures);
  }
}
await browser.close();

async function createSession(base) {
  const visitor = await request.newContext({ baseURL: base });
  const person = { firstName: "Rosa", lastName: "Delgado", email: `rosa.${Date.now()}@example.com`, password: "a long day's work" };
  const { token, user } = await (await visitor.post("/api/auth/register", { data: person })).json();
  return { token, user: JSON.stringify(user), authToken: user.uuid };
}

/**
 * Returns the first and the largest contentful paint, when the field can be used, when the app has taken over, the blocking time
 * until the page is quiet, the time from a tap to the next page's heading, and the kB received.
 */
async function measure(base, path, rate) {
  const context = await browser.newContext(PHONE);
  if (path !== "/signup") {
    const { token, ...stored } = sessions.get(base);
    await context.addCookies([{ name: "dayshift_session", value: token, url: base, httpOnly: true, sameSite: "Lax" }]);
    await context.addInitScript((items) => Object.entries(items).forEach(([name, value]) => localStorage.setItem(name, value)), stored);
  }
  const page = await context.newPage();
  await page.addInitScript(watch);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(base + path, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.times.app && performance.now() - globalThis.times.app > 1000, null, { timeout: 60_000 });
  await page.waitForTimeout(QUIET_MS);
  const times = await page.evaluate(() => ({ ...globalThis.times }));
  const kB = bytes / 1000;
  await page.locator(NEXT[path]).first().tap();
  await page.waitForFunction(() => globalThis.times.next, null, { timeout: 60_000 });
  const tap = await page.evaluate(() => globalThis.times.next - globalThis.times.tapped);
  await context.close();
  return { ...times, tap, kB };
}

/** Runs in the page. */
function watch() {
  const times = (globalThis.times = { blocked: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
  const headings = () => document.querySelector("h1")?.textContent;
  addEventListener("click", (event) => {
    const before = headings();
    times.tapped = event.timeStamp;
    const wait = () => (headings() && headings() !== before ? requestAnimationFrame(() => (times.next = performance.now())) : requestAnimationFrame(wait));
    wait();
  }, true);
  const last = (type, name) => new PerformanceObserver((list) => (times[name] = list.getEntries().at(-1).startTime)).observe({ type, buffered: true });
  last("paint", "paint");
  last("largest-contentful-paint", "largest");
  addEventListener("shown", () => (times.app ??= performance.now()));
  const look = () => {
    if (!times.app) requestAnimationFrame(look);
    if (document.querySelector("main input, main textarea")) times.field ??= performance.now();
  };
  requestAnimationFrame(look);
}
