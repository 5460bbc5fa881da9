// Renders the images that cannot be inline drawings: the icons of the installed app, and the preview image of shared
// links. Run by hand when one of them changes (npm run draw): the results are in public/.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { LANGUAGES } from "./languages.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PAPER = "#fbf8f3";
const SHARED = { width: 1200, height: 630 }; // The size that link previews crop least.
const MARK = '<path fill="#ffb224" d="M4 17a10 10 0 0 1 20 0z"/><rect fill="#0b5d48" x="2" y="19" width="24" height="4" rx="2"/>';

/** The logo on a square; `room` is the width of the square in the logo's own units, of which the logo takes 28. */
const icon = (room, corner) => {
  const edge = (room - 28) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-edge} ${-edge - 1} ${room} ${room}" style="display:block;width:100vw;height:100vh">
    <rect x="${-edge}" y="${-edge - 1}" width="${room}" height="${room}" rx="${corner}" fill="${PAPER}"/>${MARK}</svg>`;
};

const shared = (title, font) => `
  <style>
    @font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${font}); }
    body { background: ${PAPER}; font: 800 88px/1.08 Figtree; letter-spacing: -.02em; color: #1b1f1d; overflow: hidden; }
    svg { position: absolute; }
    p { position: absolute; left: 80px; top: 72px; width: 860px; margin: 0; text-wrap: balance; }
  </style>
  <svg viewBox="0 0 800 400" style="right:-150px;bottom:56px;width:860px">
    <path fill="#ffebc2" d="M8 400L15 324L38 251L75 181L123 122L195 66L261 34L380 8L443 10L502 21L590 57L649 97L727 184L759 242L786 330L792 400z"/>
    <path fill="#ffb224" d="M70 400L79 323L106 250L168 166L223 122L292 88L342 75L428 71L531 97L577 121L657 193L690 242L724 337L730 400z"/>
  </svg>
  <svg viewBox="0 0 1200 56" style="left:0;bottom:0;width:1200px"><path fill="#0b5d48" d="M0 0h1200v56H0z"/></svg>
  <p>${title}</p>`;

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();

async function draw(name, { width, height }, html, omitBackground = false) {
  await page.setViewportSize({ width, height });
  await page.setContent(`<!doctype html><body style="margin:0">${html}`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: at(`../public/${name}.png`), omitBackground });
}

const square = (side) => ({ width: side, height: side });
await draw("icon-192", square(192), icon(40, 8), true);
await draw("icon-512", square(512), icon(40, 8), true);
await draw("icon-maskable-512", square(512), icon(48, 0)); // Masks may crop to a circle of 80 %.
await draw("apple-touch-icon", square(180), icon(40, 0));

const font = await readFile(at("../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2"), "base64");
for (const language of LANGUAGES) {
  const words = JSON.parse(await readFile(at(`../messages/${language}/landing.json`), "utf8"));
  await draw(`share.${language}`, SHARED, shared(words.landing_title, font));
}
await browser.close();
