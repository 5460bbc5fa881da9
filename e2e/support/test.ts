import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { dataFolder } from "./paths.ts";
import { makeServer, type Server } from "./server.ts";

/** Each worker's server has a port of its own; another run on the same machine may ask for others. */
const FIRST_PORT = Number(process.env.E2E_FIRST_PORT ?? 8120);

/** An installation that stands already, for journeys that need nothing of its insides; else each worker has its own. */
const SITE = process.env.DAYSHIFT_E2E_SITE;

/** Looks at the screen closely: keeps a picture of it and expects no accessibility fault. */
export type Inspect = (name: string) => Promise<void>;

interface StoryFixtures {
  /** Console errors that a story causes on purpose; any other one fails it. */
  expectedErrors: RegExp[];
  quietConsole: void;
  /** What the server had to say about a story that failed. */
  serverLog: void;
  inspect: Inspect;
}

export const test = base.extend<StoryFixtures, { server: Server }>({
  server: [
    async ({}, use, { parallelIndex, workerIndex }) => {
      const own = makeServer(FIRST_PORT + parallelIndex, dataFolder(workerIndex));
      const server: Server = SITE ? { ...own, url: SITE, start: async () => {}, kill: async () => {} } : own;
      await server.start();
      await use(server);
      await server.kill();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  expectedErrors: [[], { option: true }],

  quietConsole: [
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
      await standsStill(page);
      const path = testInfo.outputPath(`${String(count).padStart(2, "0")}-${name}.png`);
      await page.screenshot({ path });
      await expectAccessible(page, testInfo.project.name !== "desktop"); // Colours are the same there as on the phone.
    });
  },
});

export { expect };

/** Expects that axe finds nothing to complain about on the screen as it is now, and no faint words in the dark either. */
export async function expectAccessible(page: Page, inTheDark = true): Promise<void> {
  await standsStill(page);
  await expectNoFault(axe(page), "accessibility faults");
  if (!inTheDark) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await standsStill(page);
  await expectNoFault(axe(page).withRules("color-contrast"), "words too faint in the dark");
  await page.emulateMedia({ colorScheme: null });
}

/** What this mode leaves out are frames of other sites, of which there are none; it takes half the time. */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

/** Looks again for a while: a toast may fade away just as axe looks. A fault that stays is one. */
async function expectNoFault(look: AxeBuilder, what: string): Promise<void> {
  await expect(async () => {
    const { violations } = await look.analyze();
    const faults = violations.map(({ id, help, nodes }) => [id, help, ...nodes.map(({ html }) => html)].join(" | "));
    expect(faults, what).toEqual([]);
  }).toPass({ timeout: 30_000 }); // One look alone takes ten on a busy machine.
}

/** Waits for every movement on the screen that has an end. */
export async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
  });
}
