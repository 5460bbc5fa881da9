// Builds the app once for each language. A page loads one of the builds; files that do not depend on the language have
// the same content, and so the same name, in all of them. The landing page is prerendered: reading it needs no script.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, minify } from "vite";
import { headOf } from "./head.mjs";
import { LANGUAGES } from "./languages.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = at("..");
const built = at("../../dayshift/_web");

/** The files that a phone caches to open the app offline, by language. */
const kept = {};
let paths = [];

for (const language of LANGUAGES) {
  process.env.DAYSHIFT_LANGUAGE = language;
  const manifest = `.vite/manifest.${language}.json`;
  await build({ root, logLevel: "warn", build: { manifest, emptyOutDir: language === LANGUAGES[0] } });
  await rename(`${built}/index.html`, `${built}/index.${language}.html`);
  await writePages(language, JSON.parse(await readFile(`${built}/${manifest}`, "utf8")));
}
const worker = { landing: ["/", ...LANGUAGES.map((language) => `/${language}`)], paths: paths.filter((path) => path !== "/"), files: kept };
const version = hashOf(JSON.stringify([worker, await filled("sw.js", "BUILD", {})]));
await writeFile(`${built}/sw.js`, await filled("sw.js", "BUILD", { version, ...worker }));

/**
 * Writes an HTML file for each page of the app: it names the page's files, and public pages have their own metadata.
 */
async function writePages(language, manifest) {
  const outDir = at(`../node_modules/.cache/prerender/${language}`);
  const drawing = { ssr: "src/prerender.tsx", outDir, emptyOutDir: true, manifest: false, copyPublicDir: false };
  await build({ root, logLevel: "warn", build: drawing, ssr: { noExternal: true } });
  const { drawArt, drawPage, drawLanding, drawOldBrowser, FORMS, FOUND_PAGES, NEXT, PATHS, READS } = await import(pathToFileURL(`${outDir}/prerender.js`));
  const offline = ["index.html", "src/pages/Offline.tsx", "src/pages/Landing.tsx"].map((source) => closure(manifest, source));
  kept[language] = [...new Set(offline.flatMap(({ js, css }) => [...js, ...css]))].map((file) => `/${file}`);
  paths = PATHS;
  const shell = await naming(NEXT, language, manifest);
  const heads = new Map(FOUND_PAGES.map((page) => [page.path, headOf(page, language, shell)]));
  await mkdir(`${built}/pages`, { recursive: true });
  for (const path of paths.filter((path) => path !== "/")) {
    const files = closure(manifest, sourceOf(path));
    const html = ahead(heads.get(path) ?? shell, files, READS[path]);
    const drawn = await drawPage(path);
    const page = drawn ? await paintable(html, drawn, files) : html;
    await writeFile(`${built}/pages${path}.${language}.html`, FORMS.includes(path) ? startLater(page) : page);
  }
  await writeFile(`${built}/art.svg`, drawArt());
  await writeFile(`${built}/old-browser.${language}.html`, drawOldBrowser());
  const first = FOUND_PAGES.find(({ file }) => file === "landing");
  await writeFile(`${built}/landing.${language}.html`, await landing(heads.get(first.path), manifest, await drawLanding()));
}

/** Returns the module of the page at `path`, which has the same name. Fails the build if there is none. */
function sourceOf(path) {
  const name = path === "/signup" ? "SignUp" : path.slice(1).replace(/(^|-)\w/g, (letter) => letter.at(-1).toUpperCase());
  return `src/pages/${name}.tsx`;
}

/**
 * Returns the page with the URLs of all its files and API requests, so that the browser can preload them without
 * running a script first; the server leaves out the API requests for a visitor.
 */
function ahead(html, { js, css }, reads = []) {
  const links = [
    ...["/api/auth/me", ...reads].map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`),
    ...css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...js.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  const isNew = (link) => !html.includes(link.match(/"(\/[^"]+")/)[1]);
  return html.replace(
    "</head>",
    `${links
      .filter(isNew)
      .map((link) => `  ${link}\n  `)
      .join("")}</head>`,
  );
}

/**
 * Returns the page with its prerendered shell and inlined styles: waiting for the style files took as long as
 * everything else. The style files are still linked, so that the app does not fetch them, but they are disabled, so that the
 * browser does not either.
 * The app starts after the first paint: the shared code, this page's code, and the code that renders it.
 */
async function paintable(html, drawn, { js, css }) {
  const app = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
  const named = html
    .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" disabled')
    .replace(app, '<link rel="modulepreload" crossorigin href="$1">')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  const parts = [...js.filter((file) => /\/(react|app)-/.test(file)), js.at(-1)].map((file) => `/${file}`);
  const code = await filled("start.js", "RUNS", [...parts, html.match(app)[1]]);
  const name = await filled("name.js");
  const complete = drawn.replace("{name}", () => `<script>${name}</script>`);
  return standing(named, complete, await stylesOf(css)).replace("</head>", () => `<script>${code}</script></head>`);
}

/** Returns a page that can be used before the app runs: it requests the app's files and data after the first paint. */
function startLater(html) {
  const links = /\s*<link rel="(modulepreload|preload" as="fetch)"[^>]*>/g;
  const found = html.match(links).map((link) => link.trim().replace(' fetchpriority="low"', ""));
  return html.replaceAll(links, "").replace("</head>", () => `<template id="later">${found.join("")}</template></head>`);
}

function standing(html, drawn, styles) {
  return html.replace("</head>", () => `<style>${styles}</style></head>`).replace('<div id="root"></div>', () => `<div id="root">${drawn}</div>`);
}

async function stylesOf(files) {
  return (await Promise.all([...new Set(files)].map((file) => readFile(`${built}/${file}`, "utf8")))).join("");
}

/** Returns the landing page with its styles and the short script that opens its menu. */
async function landing(html, manifest, drawn) {
  const pages = ["index.html", "src/pages/Landing.tsx"].map((source) => closure(manifest, source));
  const styles = await stylesOf(pages.flatMap(({ css }) => css));
  const font = `/${Object.values(manifest).find(({ file }) => file.endsWith(".woff2")).file}`;
  const code = await filled("boot.js", "BOOT", { font });
  const without = html.replace(/\s*<(script|link)[^>]*(modulepreload|stylesheet|type="module")[^>]*>(<\/script>)?/g, "");
  return standing(without, drawn, styles).replace("</body>", () => `<script>${code}</script></body>`);
}

/** Returns the app's page, with a link to the manifest of files that each page of `paths` needs, for prefetching. */
async function naming(paths, language, manifest) {
  const files = (path) => ["index.html", sourceOf(path)].flatMap((source) => Object.values(closure(manifest, source)).flat());
  const list = JSON.stringify(Object.fromEntries(paths.map((path) => [path, [...new Set(files(path))].map((file) => `/${file}`)])));
  const listFile = `assets/next-${hashOf(list)}.json`;
  await writeFile(`${built}/${listFile}`, list);
  const page = `${built}/index.${language}.html`;
  const shell = (await readFile(page, "utf8")).replace("</head>", `  <meta name="next-files" content="/${listFile}" />\n  </head>`);
  await writeFile(page, shell);
  return shell;
}

/** Returns the static imports of a built source file. */
function closure(manifest, source, found = { js: [], css: [] }) {
  const { file, css = [], imports = [] } = manifest[source];
  if (found.js.includes(file)) return found;
  for (const name of imports) closure(manifest, name, found);
  found.js.push(file);
  found.css.push(...css.filter((name) => !found.css.includes(name)));
  return found;
}

/** Returns a minified script of this folder with `name`, if it has one, replaced by values known only to the build. */
async function filled(file, name, value) {
  const script = (await readFile(at(file), "utf8")).replace(`= ${name};`, `= ${JSON.stringify(value)};`);
  const { code } = await minify(file, script);
  return code.trim();
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
