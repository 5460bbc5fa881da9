// Measures pages as a cheap phone meets them, beside a page that does nothing: `node bench/web.mjs URL [RUNS]`.
// Lighthouse simulates slow 4G and a processor 4 and 8 times slower; a run counts only while this machine is fast enough.
// Whatever fails on the way, the last line is printed; what could not be measured is NaN in it, and the command fails.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { setTimeout as after } from "node:timers/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const web = createRequire(new URL("../web/package.json", import.meta.url));
const { chromium, request } = web("@playwright/test");
const { AxeBuilder } = web("@axe-core/playwright");
const { default: lighthouse } = await import(web.resolve("lighthouse"));

const [base, runs = "3"] = process.argv.slice(2);
const PAGES = ["/", "/es", "/signup"];
const LOOKED_AT = [...PAGES, "/login"]; // by axe
const SIGNED_IN = ["/job-search", "/quick-questions", "/video-interview-prep"];
const SLOWDOWNS = [4, 8];
const FAST_ENOUGH = Number(process.env.FAST_ENOUGH ?? 1200); // Lighthouse's index of the machine: below it the figures say more about the machine than about the page.
const TRIES = 2; // for each run that counts
const RUN_LIMIT = 60_000; // ms
const TIMES_LIMIT = 11 * 60_000; // ms for all of Lighthouse: later, every page is measured once, and no more.
const TAPS = 20;
const TAP_AFTER = 300; // ms after the heading is there
const PORT = 9222;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 92_160 };

const CHROMIUM = { executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] };
const browser = await chromium.launch(CHROMIUM);
const control = createServer((_, reply) =>
  reply.setHeader("Content-Type", "text/html").end('<!doctype html><html lang="en"><meta charset="utf-8"><title>Control</title><h1>Control</h1>'),
).listen(0);

const results = {};
const timesEnd = Date.now() + TIMES_LIMIT;
console.log("page                      CPU  score    LCP ms    TBT ms     CLS   JS kB br   kept");
await part("pages for visitors", () => inOneBrowser([`http://127.0.0.1:${control.address().port}/`, ...PAGES.map((path) => base + path)]));
await part("pages behind the sign-in", async () => inOneBrowser(SIGNED_IN.map((path) => base + path), await somebody()));
const taps = await part("taps", tapTest, { lost: NaN, p95: NaN });
const axe = await part("axe", countViolations, NaN);
const first = await part("script of the first page", () => scriptBytes("/"), NaN);
const kilobytes = await part("script of the others", built, {});
console.log(`taps: ${TAPS - taps.lost} of ${TAPS} answered, 95 in 100 within ${taps.p95} ms`);
console.log(
  `web: landing_lcp4=${results["/ 4"]?.lcp} landing_tbt8=${results["/ 8"]?.tbt} taps_lost=${taps.lost} ` +
    `landing_js_br_kb=${first} signup_js_br_kb=${kilobytes["/signup"]} prep_js_br_kb=${kilobytes["/video-interview-prep"]} axe=${axe}`,
);
process.exit(); // A browser that hangs does not hold up the end.

/** What `work` finds; `otherwise` if it fails, and then the whole command does so at its end. */
async function part(name, work, otherwise) {
  try {
    return await work();
  } catch (error) {
    console.log(`${name}: ${error}`);
    process.exitCode = 1;
    return otherwise;
  }
}

/** Measures `urls`, as a visitor or with somebody's session, in a browser of its own: Lighthouse opens its own tab. */
async function inOneBrowser(urls, session = null) {
  const folder = mkdtempSync(join(tmpdir(), "bench-web-"));
  const args = [...CHROMIUM.args, `--remote-debugging-port=${PORT}`, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];
  const context = await chromium.launchPersistentContext(folder, { ...CHROMIUM, args });
  if (session) {
    await context.addCookies([{ name: "dayshift_session", value: session.token, url: base, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    await page.goto(`${base}/robots.txt`);
    await page.evaluate((uuid) => localStorage.setItem("authToken", uuid), session.uuid);
    await page.close();
  }
  try {
    await lighthouseRun(urls[0], SLOWDOWNS[0]); // The first one warms everything up, and counts for nothing.
    for (const url of urls) for (const cpu of SLOWDOWNS) await measure(url, cpu);
  } finally {
    await Promise.race([context.close(), after(RUN_LIMIT)]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A session of somebody who has come as far as the interview. */
async function somebody() {
  const visitor = await request.newContext({ baseURL: base });
  const person = { firstName: "Rosa", lastName: "Delgado", email: `rosa.${Date.now()}@example.com`, password: "a long day's work" };
  const { token, user } = await (await visitor.post("/api/auth/register", { data: person })).json();
  const api = await request.newContext({ baseURL: base, extraHTTPHeaders: { Authorization: `Bearer ${token}` } });
  const answered = { employmentType: "full-time", yearsExperience: 3, expectedPay: "$18/hour", zipCode: "10001" };
  const answers = { employment_type: "full-time", experience: "2-5", availability: "weekends", hourly_rate: "18", start_date: "immediately", zip_code: "10001" };
  await api.post("/api/job-searches", { data: { userId: user.id, searchQuery: "Line Cook" } });
  await api.patch("/api/auth/step", { data: { step: 2, data: { jobSearchPrompt: "Line Cook" } } });
  for (const [questionType, answer] of Object.entries(answers)) {
    await api.post("/api/user-responses", { data: { userId: user.id, questionType, answer } });
  }
  await api.patch("/api/auth/step", { data: { step: 3, data: answered } });
  const reached = await api.patch("/api/auth/step", { data: { step: 4 } });
  if (!reached.ok()) throw new Error(`nobody to sign in as: ${await reached.text()}`);
  return { token, uuid: user.uuid };
}

/** The median of the runs that count. */
async function measure(url, cpu) {
  const name = url.startsWith(base) ? url.slice(base.length) : "(control)";
  const kept = [];
  for (let left = Number(runs) * TRIES; left > 0 && kept.length < Number(runs); left -= 1) {
    if (Date.now() > timesEnd && kept.length > 0) break;
    const lhr = await lighthouseRun(url, cpu);
    if (lhr && lhr.environment.benchmarkIndex >= FAST_ENOUGH) kept.push(lhr);
  }
  const figure = (read) => (kept.length ? kept.map(read).sort((a, b) => a - b)[Math.floor((kept.length - 1) / 2)] : NaN);
  const audit = (id) => figure(({ audits }) => audits[id].numericValue ?? NaN);
  const found = {
    score: Math.round(figure(({ categories }) => categories.performance.score * 100)),
    lcp: Math.round(audit("largest-contentful-paint")),
    tbt: Math.round(audit("total-blocking-time")),
    cls: audit("cumulative-layout-shift").toFixed(3),
  };
  results[`${name} ${cpu}`] = found;
  // A page of the app starts it only when it has painted: what it needs is what the build says.
  const scripts = ["/signup", ...SIGNED_IN].includes(name) ? built()[name] : await scriptBytes(name, url);
  const cells = [`${cpu}x`, found.score, found.lcp, found.tbt, found.cls, scripts, kept.length];
  console.log(name.padEnd(24), ...cells.map((cell, at) => String(cell).padStart([5, 6, 9, 9, 7, 10, 6][at])));
}

/** What Lighthouse says of a page, asked once more if it fails; null if it fails again. */
async function lighthouseRun(url, cpu) {
  for (const _ of [1, 2]) {
    const run = lighthouse(url, { port: PORT, onlyCategories: ["performance"], throttling: throttling(cpu), logLevel: "silent" });
    const result = await Promise.race([run.catch(() => null), after(RUN_LIMIT)]);
    if (result && !result.lhr.runtimeError) return result.lhr;
  }
  return null;
}

function throttling(cpuSlowdownMultiplier) {
  return { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier, requestLatencyMs: 562.5, downloadThroughputKbps: 1474.56, uploadThroughputKbps: 675 };
}

/** kB of script, brotli, that a visit has fetched when its page is loaded and quiet has not yet come. */
async function scriptBytes(path, url = base + path) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const bodies = [];
  page.on("response", (reply) => reply.request().resourceType() === "script" && bodies.push(reply.body().catch(() => Buffer.alloc(0))));
  await page.goto(url, { waitUntil: "load" });
  const packed = (await Promise.all(bodies)).map((body) => brotliCompressSync(body).length);
  await context.close();
  return (packed.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1);
}

/** kB of script, brotli, of each page by the build's own list: also of those behind the sign-in. */
function built() {
  const table = execFileSync("python", ["-m", "bench.bench_bytes"], { encoding: "utf8" });
  return Object.fromEntries([...table.matchAll(/^(\/\S*) +([\d.]+)/gm)].map(([, path, size]) => [path, size]));
}

/** Taps the menu of the first page soon after it shows, on slow 4G with a slow processor: does it ever open? */
async function tapTest() {
  const waits = [];
  for (let tap = 0; tap < TAPS; tap += 1) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "en-US" });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(base, { waitUntil: "commit" });
    await page.locator("h1").waitFor();
    await page.waitForTimeout(TAP_AFTER);
    const pressed = Date.now();
    await page.getByRole("button", { name: "Menu" }).tap();
    const opened = await page.getByRole("dialog").waitFor({ timeout: 15_000 }).then(() => true, () => false);
    if (opened) waits.push(Date.now() - pressed);
    await context.close();
  }
  return { lost: TAPS - waits.length, p95: waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.95) - 1] ?? NaN };
}

/** Violations that axe finds on the pages, in both languages and both schemes. */
async function countViolations() {
  let count = 0;
  for (const locale of ["en-US", "es-US"]) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ locale, colorScheme, reducedMotion: "reduce", viewport: { width: 360, height: 740 } });
      for (const path of LOOKED_AT) {
        const page = await context.newPage();
        await page.goto(base + path, { waitUntil: "load" });
        await page.locator("h1").waitFor();
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, nodes } of violations) console.log(`axe: ${path} ${locale} ${colorScheme}: ${id} (${nodes.length})`);
        count += violations.length;
        await page.close();
      }
      await context.close();
    }
  }
  return count;
}
