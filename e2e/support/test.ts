import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";
import { dataFolder } from "./paths.ts";
import { makeServer, type Server } from "./server.ts";

/** Port of the first worker's server; set the variable to run several times on one machine. */
const FIRST_PORT = Number(process.env.E2E_FIRST_PORT ?? 8120);

/** URL of an existing installation for journeys that only use the browser; otherwise each worker has its own server. */
const SITE = process.env.DAYSHIFT_E2E_SITE;

/** Takes a screenshot and expects no accessibility violations. */
export type Inspect = (name: string) => Promise<void>;

interface JourneyFixtures {
  /** Console errors that a journey causes on purpose; any other error fails it. */
  expectedErrors: RegExp[];
  failOnConsoleErrors: void;
  /** Attaches the server log to failed journeys. */
  serverLog: void;
  inspect: Inspect;
}

export const test = base.extend<JourneyFixtures, { server: Server }>({
  server: [
    async ({}, use, { parallelIndex, workerIndex }) => {
      const workerServer = makeServer(FIRST_PORT + parallelIndex, dataFolder(workerIndex));
      const server: Server = SITE
        ? {
            ...workerServer,
            url: SITE,
            start: async () => {},
            kill: async () => {},
          }
        : workerServer;
      await server.start();
      await use(server);
      await server.kill();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  expectedErrors: [[], { option: true }],

  failOnConsoleErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => errors.push(String(error.error().stack)));
      await use();
      const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
      expect(unexpected, "errors on the console").toEqual([]);
    },
    { auto: true },
  ],

  serverLog: [
    async ({ server }, use, testInfo) => {
      await use();
      if (testInfo.status !== testInfo.expectedStatus && !SITE) await testInfo.attach("server.log", { path: server.logFile });
    },
    { auto: true },
  ],

  inspect: async ({ page }, use, testInfo) => {
    let count = 0;
    await use(async (name) => {
      count += 1;
      await waitForAnimations(page);
      const path = testInfo.outputPath(`${String(count).padStart(2, "0")}-${name}.png`);
      await page.screenshot({ path });
      await expectAccessible(page, testInfo.project.name !== "desktop"); // Colors are the same on desktop.
    });
  },
});

export { expect };

/** Expects no axe violations on the current screen, and with `darkToo` no contrast violations in dark mode. */
export async function expectAccessible(page: Page, darkToo = true): Promise<void> {
  await waitForAnimations(page);
  await expectNoViolations(() => analyze(page), "accessibility violations");
  if (!darkToo) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await waitForAnimations(page);
  await expectNoViolations(() => analyze(page, ["color-contrast"]), "contrast violations in dark mode");
  await page.emulateMedia({ colorScheme: null });
}

/** Replaces the axe script; an empty text would load the default script. */
const NO_SCRIPT = ";";

/**
 * Legacy mode skips cross-origin frames, of which there are none, and takes half the time. The details of passed rules, which
 * nobody reads, take another fifth. A document keeps the axe script, because starting it again takes as long as the contrast
 * rules.
 */
async function analyze(page: Page, rules?: string[]): ReturnType<AxeBuilder["analyze"]> {
  const isLoaded = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({
    page,
    ...(isLoaded && { axeSource: NO_SCRIPT }),
  });
  axe.setLegacyMode().options({ resultTypes: ["violations"] });
  return (rules ? axe.withRules(rules) : axe).analyze();
}

/** Retries, because a toast may fade out during the analysis; violations that stay fail. */
async function expectNoViolations(analysis: () => ReturnType<typeof analyze>, message: string): Promise<void> {
  await expect(async () => {
    const { violations } = await analysis();
    const descriptions = violations.map(({ id, help, nodes }) => [id, help, ...nodes.map(({ html }) => html)].join(" | "));
    expect(descriptions, message).toEqual([]);
  }).toPass({ timeout: 30_000 }); // One analysis takes up to ten seconds on a busy machine.
}

/** Waits for all finite animations. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => {})));
  });
}
