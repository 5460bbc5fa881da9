// First play on slow 4G and the next person by keyboard, in Chromium: `node bench/desk/browser.mjs URL TOKEN`.
// Today is opened as from the link in a text, then one tap plays. `first_play_ms` is both waits together, the time between
// them left out: of a browser that has visited the desk before; `cold_play_ms` of one that has not. `next_ms` is the time
// from the key J to the painted page of the next person, p95 of several. The last line is JSON.
import { createRequire } from "node:module";

const web = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = web("@playwright/test");

const [base, token] = process.argv.slice(2);
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 92_160 };
const VISITS = 3;
const PRESSES = 18; // The queue has 20 on its first page.
const REST = 1200; // ms: somebody reads; the next person is loaded meanwhile

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--autoplay-policy=no-user-gesture-required"],
});

const phone = await signedIn({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
const visits = [];
for (let visit = 0; visit <= VISITS; visit += 1) visits.push(await play(phone));
const [cold, ...warm] = visits;
const best = warm.sort((one, other) => one.open + one.play - other.open - other.play)[Math.floor(warm.length / 2)];

const laptop = await signedIn({ viewport: { width: 1280, height: 800 } });
const nexts = await next(laptop);
await browser.close();
console.log(
  `cold: open ${cold.open} + play ${cold.play} ms; visited before: open ${best.open} + play ${best.play} ms; next: ${nexts.join(", ")} ms`,
);
console.log(JSON.stringify({ first_play_ms: best.open + best.play, cold_play_ms: cold.open + cold.play, next_ms: nexts.toSorted((one, other) => one - other).at(-2) }));

async function signedIn(options) {
  const context = await browser.newContext({ ...options, baseURL: base });
  await context.addCookies([{ name: "dayshift_desk", value: token, domain: "127.0.0.1", path: "/api/desk", httpOnly: true, sameSite: "Lax" }]);
  return context;
}

/** Opens Today on slow 4G and plays the first answer; both waits in ms. */
async function play(context) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  let began = performance.now();
  await page.goto("/desk", { waitUntil: "commit" });
  const start = page.getByRole("link", { name: /^Start with / }).filter({ visible: true });
  await start.waitFor();
  const open = Math.round(performance.now() - began);
  await page.waitForTimeout(REST);
  began = performance.now();
  await start.tap();
  await page.waitForFunction(() => document.querySelector("video")?.currentTime > 0, undefined, { polling: 20 });
  const played = Math.round(performance.now() - began);
  await page.close();
  return { open, play: played };
}

/** Goes from person to person with J; ms of each. */
async function next(context) {
  const page = await context.newPage();
  await page.goto("/desk");
  await page.getByRole("link", { name: /^Start with / }).filter({ visible: true }).click();
  await page.locator("h1").waitFor();
  const found = [];
  for (let press = 0; press < PRESSES; press += 1) {
    await page.waitForTimeout(REST);
    await page.evaluate(() => {
      const from = location.pathname;
      window.nextShown = new Promise((resolve) => {
        const start = ({ timeStamp }) => {
          const look = () => {
            // The page of the next person, with a recording or words.
            const shown = location.pathname !== from && document.querySelector("h1") && document.querySelector("video, article");
            requestAnimationFrame(shown ? () => resolve(Math.round(performance.now() - timeStamp)) : look);
          };
          look();
        };
        addEventListener("keydown", start, { once: true, capture: true });
      });
    });
    await page.keyboard.press("j");
    found.push(await page.evaluate(() => window.nextShown));
  }
  return found;
}
