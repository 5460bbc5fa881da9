/**
 * Runs the journey of a candidate in real engines, then plays each engine's recordings in all others, as the candidate and
 * as the employer's staff:
 * `node e2e/engines/run.ts [--no-playback] [engine...]`. The last line has the result of every engine; `missing` ones are
 * not installed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Driver, freePort } from "./driver.ts";
import { ENGINES } from "./engines.ts";
import { PASSWORD, play, playAtDesk, signIn, STEPS } from "./journey.ts";
import { Page } from "./page.ts";
import { Server } from "./server.ts";

const OUT = join(import.meta.dirname, "../test-results/engines");
const isCross = !process.argv.includes("--no-playback");
const wanted = process.argv.slice(2).filter((word) => word !== "--no-playback");
const begun = Date.now();
/** The engine itself ended, which WebKit's driver does at times; no page can cause these errors. */
const ENGINE_ENDED = /The browser exited|invalid session id|ECONNREFUSED|fetch failed/;
const unknown = wanted.filter((name) => !(name in ENGINES));
if (unknown.length > 0) throw new Error(`Unknown engines: ${unknown.join(", ")}; known: ${Object.keys(ENGINES).join(", ")}`);

const data = mkdtempSync(join(tmpdir(), "engines-data-"));
const server = new Server(await freePort(), data);
process.on("exit", () => rmSync(data, { recursive: true, force: true }));
await server.start();

/** Email addresses of the candidates who have recordings, by engine. */
const recorded = new Map<string, string>();
const results: Record<string, "pass" | "fail" | "missing" | "skipped"> = {};
/** A row of the table in docs/browsers.md for each engine that was walked. */
const rows = new Map<string, string>();
/** What each engine played, as the candidate and as the employer's staff. */
const plays = new Map<string, string[]>();

async function walk(name: string, attempt = 1): Promise<boolean> {
  const engine = ENGINES[name];
  if (!engine) return false;
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(0);
  const driver = await engine.open();
  const page = new Page(driver, join(OUT, name));
  const email = `rosa.${name}.${attempt}@example.com`;
  let done = 0;
  let hasEnded = false;
  console.log(`${name}: ${driver.version}, ${engine.like}`);
  try {
    for (const [step, act] of STEPS) {
      await act({ page, server, engine, email });
      done += 1;
      console.log(`  ${seconds()} s ${step}`);
    }
    if (engine.camera) recorded.set(name, email);
  } catch (error) {
    await page.inspect("failed").catch(() => undefined);
    hasEnded = ENGINE_ENDED.test((error as Error).message);
    console.log(`  FAILED ${STEPS[done]?.[0]}: ${(error as Error).message}`);
  } finally {
    for (const press of page.moved) console.log(`  the page moved under the finger: ${press}`);
    for (const line of new Set(driver.consoleErrors())) console.log(`  console: ${line.slice(0, 300)}`);
    await driver.close();
  }
  if (hasEnded && attempt === 1) {
    console.log("  the engine ended: once more");
    return walk(name, 2);
  }
  rows.set(name, `| ${name} | ${driver.version} | ${engine.like} | ${done}/${STEPS.length} in ${seconds()} s |`);
  return done === STEPS.length;
}

for (const name of Object.keys(ENGINES)) {
  if (wanted.length > 0 && !wanted.includes(name)) results[name] = "skipped";
  else if (ENGINES[name]?.missing()) {
    results[name] = "missing";
    console.log(`${name}: skipped, because this is missing: ${ENGINES[name].missing()}; make e2e-engines installs it as root on Debian 12`);
  } else results[name] = (await walk(name).catch((error: Error) => (console.log(`  FAILED to start: ${error.message}`), false))) ? "pass" : "fail";
}

let played = 0;
let pairs = 0;
const players = Object.entries(ENGINES).filter(([name, { camera }]) => camera && ["pass", "fail"].includes(results[name] ?? ""));
const manager = isCross && recorded.size > 0 ? server.addManager() : undefined;
const applications = new Map<string, string>();
if (manager) for (const [name, email] of recorded) applications.set(name, await server.apply(email, PASSWORD, manager));

async function playIn(player: string, recorder: string, place: string, act: (page: Page) => Promise<number>): Promise<boolean> {
  pairs += 1;
  let driver: Driver | undefined;
  try {
    driver = await ENGINES[player]?.open(); // A new browser is signed out.
    if (!driver) return false;
    const page = new Page(driver, join(OUT, player));
    const milliseconds = await act(page).catch(async (error: Error) => {
      await page.inspect(`${place.replaceAll(" ", "-")}-of-${recorder}-failed`).catch(() => undefined);
      throw error;
    });
    played += 1;
    console.log(`${player} plays ${recorder} on ${place}; seeks in ${(milliseconds / 1000).toFixed(1)} s`);
    return true;
  } catch (error) {
    console.log(`${player} FAILED to play ${recorder} on ${place}: ${(error as Error).message}`);
    return false;
  } finally {
    await driver?.close();
  }
}

for (const [player] of players) {
  for (const [recorder, email] of recorded) {
    if (!manager || player === recorder) continue;
    const candidate = await playIn(player, recorder, "the dashboard", async (page) => (await signIn(page, server, email), play(page)));
    const staff = await playIn(player, recorder, "the desk", (page) => playAtDesk(page, server, manager, applications.get(recorder) ?? ""));
    if (candidate && staff) plays.set(player, [...(plays.get(player) ?? []), recorder]);
  }
}
server.stop();
const day = new Date().toLocaleDateString("en-US", { dateStyle: "long" });
console.log(`\nFor docs/browsers.md. Last run, ${day}:\n\n| engine | version | stands for | steps | plays what these recorded |\n|---|---|---|---|---|`);
for (const [name, row] of rows) console.log(`${row} ${plays.get(name)?.join(", ") ?? "not tried"} |`);
console.log("");
console.log(`engines took ${((Date.now() - begun) / 1000).toFixed(0)} s`);
const line = Object.entries(results)
  .filter(([, result]) => result !== "skipped")
  .map(([name, result]) => `${name}=${result}`);
if (isCross) line.push(`cross_playback=${played}/${pairs}`);
console.log(`engines: ${line.join(" ")}`);
process.exit(Object.values(results).includes("fail") || played < pairs ? 1 : 0);
