import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

const SIZES = ["360x740", "740x360", "1280x800"];
/** Columns of a sheet by screenshot size. */
const COLUMNS: Record<string, number> = {
  "360x740": 8,
  "740x360": 4,
  "1280x800": 4,
};
const PER_SHEET = 24;

/** Combines the screenshots into contact sheets `sheet-SIZE-NUMBER.png`. */
export default async function contactSheets(): Promise<void> {
  const folder = process.env.SHOTS ?? join(__dirname, "..", "test-results", "shots");
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({
    viewport: { width: 1600, height: 900 },
  });
  for (const size of SIZES) {
    const names = readdirSync(folder)
      .filter((name) => name.endsWith(`-${size}.png`) && !name.startsWith("sheet"))
      .sort();
    for (let first = 0; first < names.length; first += PER_SHEET) {
      const sheet = names.slice(first, first + PER_SHEET);
      const cells = sheet.map(
        (name) => `<figure><img src="${pathToFileURL(join(folder, name)).href}"><figcaption>${name.replace(`-${size}.png`, "")}</figcaption></figure>`,
      );
      const style = `body{margin:8px;display:grid;gap:8px;grid-template-columns:repeat(${COLUMNS[size] ?? 4},1fr);font:13px sans-serif;background:#ccc}figure{margin:0}img{width:100%}`;
      const html = join(folder, "sheet.html");
      writeFileSync(html, `<style>${style}</style>${cells.join("")}`);
      await page.goto(pathToFileURL(html).href);
      await page.screenshot({
        path: join(folder, `sheet-${size}-${first / PER_SHEET + 1}.png`),
        fullPage: true,
      });
    }
  }
  await browser.close();
}
