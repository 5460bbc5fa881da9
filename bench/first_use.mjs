// When a form page is shown and works on a cheap phone, with Chromium's own throttling (slow 4G, CPU 4x) instead of a
// simulation: `node bench/first_use.mjs RUNS URL [URL]...`. Several servers are measured in turn. Medians, in ms.
import { createRequire } from "node:module";

const web = createRequire(new URL("../web/package.json", import.meta.url));
const { chromium, request } = web("@playwright/test");

const [runs, ...bases] = process.argv.slice(2);
const PATHS = ["/signup", "/job-search"];
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 92_160 };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "en-US" };

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const sessions = new Map();
for (const base of bases) sessions.set(base, await createSession(base));
for (const path of PATHS) {
  const found = new Map(bases.map((base) => [base, []]));
  for (let run = 0; run < Number(runs); run += 1) for (const base of bases) found.get(base).push(await measure(base, path));
  for (const [base, all] of found) {
    const median = (key) => Math.round(all.map((times) => times[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)]);
    console.log(path.padEnd(12), base, ...["paint", "largest", "field", "app"].map((key) => `${key}=${median(key)}`));
  }
}
await browser.close();

async function createSession(base) {
  const visitor = await request.newContext({ baseURL: base });
  const person = { firstName: "Rosa", lastName: "Delgado", email: `rosa.${Date.now()}@example.com`, password: "a long day's work" };
  const { token, user } = await (await visitor.post("/api/auth/register", { data: person })).json();
  return { token, user: JSON.stringify(user), authToken: user.uuid };
}

/** Returns the first and the largest contentful paint, when the field can be used, and when the app has taken over. */
async function measure(base, path) {
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
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(base + path, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.times.app && performance.now() - globalThis.times.app > 1000, null, { timeout: 60_000 });
  const times = await page.evaluate(() => globalThis.times);
  await context.close();
  return times;
}

/** Runs in the page. */
function watch() {
  const times = (globalThis.times = {});
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
