// Checks the built files against the oldest browsers of package.json's "browserslist": the syntax and the built-in
// functions of the scripts, and the properties, values and selectors of the styles. Prints what such a browser lacks.
import { parse } from "acorn";
import { readFileSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import postcss from "postcss";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const bcd = read("../node_modules/@mdn/browser-compat-data/data.json");
const built = process.argv[2] ? pathToFileURL(`${process.argv[2]}/`) : new URL("../../dayshift/_web/", import.meta.url);

const NAMES = { safari: "safari", ios_saf: "safari_ios", chrome: "chrome", and_chr: "chrome_android", samsung: "samsunginternet_android", firefox: "firefox" };
const OLDEST = read("../package.json").browserslist.map((line) => {
  const [, name, version] = line.match(/^(\w+) >= ([\d.]+)$/);
  return [NAMES[name], Number(version)];
});

/** What may be missing, and what the user of such a browser gets instead. */
const OPTIONAL = {
  ":has()": "state is shown twice, or the styles say what happens without (@supports)",
  ":modal": "the page behind a dialog can scroll",
  "::selection": "selected text has the color of the system",
  "::-webkit-slider-thumb": "each engine has its own name for it",
  "::-webkit-slider-runnable-track": "each engine has its own name for it",
  "::-moz-range-thumb": "each engine has its own name for it",
  "::-moz-range-track": "each engine has its own name for it",
  "cursor: pointer": "phones have no pointer",
  "cursor: default": "phones have no pointer",
  outline: "a focus ring with square corners",
  "forced-color-adjust": "drawings have the colors of the system",
  rotate: "the sample jobs of the landing page are straight",
  "field-sizing": "a text field has a fixed height and scrolls",
  "text-wrap": "lines break less evenly",
  "color-mix": "the ring of the spinner has another color",
  "overflow: clip": "hidden (@supports)",
  "overflow-x: clip": "hidden (@supports)",
  "overflow-anchor": "a toast may move the page",
  "overscroll-behavior": "the page behind a sheet scrolls",
  "scrollbar-width": "the scrollbar is visible",
  resize: "phones do not resize text fields",
  checkVisibility: "called only where it exists",
  toSorted: "a method of a class of Radix with the same name",
};

/** Whether all of the oldest browsers have the feature without a flag; unknown features count as supported. */
function isSupported(compat) {
  return OLDEST.every(([name, oldest]) => {
    const all = [compat?.support?.[name] ?? []].flat();
    if (!compat || all.length === 0 || all.some(({ version_added: added }) => added === null || added === "preview"))
      return all.every(({ version_added }) => version_added !== "preview");
    return all.some(({ version_added: added, version_removed, flags }) => {
      return added && !flags && !version_removed && Number(String(added).replace(/^≤/, "")) <= oldest;
    });
  });
}

/** Built-in functions that one of the oldest browsers lacks. Their names are not those of other methods that we call. */
const CLASSES = ["Array", "String", "Object", "Promise", "RegExp", "ArrayBuffer", "Error", "Intl"].map((name) => bcd.javascript.builtins[name]);
const COMMON = new Set(["any", "escape", "parse", "timeout", "try", "with"]);
const TOO_NEW = new Set(
  [...CLASSES, bcd.api.URL, bcd.api.AbortSignal, bcd.api.Element]
    .flatMap((entries) => Object.entries(entries))
    .map(([name, entry]) => [name.replace(/_static$/, ""), entry])
    .filter(([name, entry]) => /^[a-z]\w+$/.test(name) && !COMMON.has(name) && !isSupported(entry.__compat))
    .map(([name]) => name),
);

const found = new Map();
const report = (what, where) => found.set(what, (found.get(what) ?? new Set()).add(where));

function checkScript(file, code, sourceType) {
  let tree;
  try {
    tree = parse(code, { ecmaVersion: 2022, sourceType });
  } catch (error) {
    return report(`syntax: ${error.message}`, file);
  }
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node?.type !== "string") return;
    if (node.type === "StaticBlock") report("static block", file);
    if (node.regex && (/\(\?<[=!]/.test(node.regex.pattern) || node.regex.flags.includes("v"))) report(`regular expression ${node.raw}`, file);
    if (node.type === "CallExpression" && !node.callee.computed && TOO_NEW.has(node.callee.property?.name)) report(node.callee.property.name, file);
    for (const value of Object.values(node)) if (typeof value === "object" && value !== null) visit(value);
  };
  visit(tree);
}

const { properties, selectors, types } = bcd.css;
const VALUES = [
  [/\bd[vw]h\b|\b[sl]v[hw]\b|dv[hw]\b/, "dvh, svh, lvh", types.length.viewport_percentage_units_dynamic?.__compat],
  [/color-mix\(/, "color-mix", types.color["color-mix"]?.__compat],
  [/oklch\(|oklab\(/, "oklch", types.color.oklch?.__compat],
  [/light-dark\(/, "light-dark", types.color["light-dark"]?.__compat],
].filter(([, , compat]) => !isSupported(compat));

function checkStyles(file, css) {
  const tree = postcss.parse(css);
  tree.walkDecls((decl) => {
    if (decl.prop.startsWith("--") || decl.prop.startsWith("-")) return;
    const others = decl.parent.nodes.slice(0, decl.parent.index(decl));
    if (others.some(({ prop }) => prop === decl.prop || prop?.replace(/^-\w+-/, "") === decl.prop)) return;
    const property = properties[decl.prop];
    if (!isSupported(property?.__compat)) report(decl.prop, file);
    else if (!isSupported(property?.[decl.value]?.__compat)) report(`${decl.prop}: ${decl.value}`, file);
    for (const [pattern, what] of VALUES) if (pattern.test(decl.value)) report(what, file);
  });
  tree.walkRules((rule) => {
    const missing = (selector) => [...selector.matchAll(/::?([a-z-]+)/g)].filter(([, name]) => !isSupported(selectors[name]?.__compat)).map(([whole]) => whole);
    for (const selector of rule.selectors ?? []) {
      for (const name of missing(selector)) {
        const shown = name === ":has" ? ":has()" : name;
        // A browser drops the whole list, except inside :is().
        if (rule.selectors.length > 1 && !selector.startsWith(":is(") && rule.selectors.some((other) => missing(other).length === 0)) {
          report(`${shown} in a list with selectors that do not need it: ${rule.selector}`, file);
        } else report(shown, file);
      }
    }
  });
  tree.walkAtRules(({ name, params }) => {
    if (name === "media" && /[<>]/.test(params)) report(`@media ${params}`, file);
    if (!isSupported(bcd.css["at-rules"][name]?.__compat)) report(`@${name}`, file);
  });
}

for (const path of readdirSync(built, { recursive: true })) {
  const text = () => readFileSync(new URL(path, built), "utf8");
  if (path.endsWith(".js")) checkScript(path, text(), "module");
  if (path.endsWith(".css")) checkStyles(path, text());
  if (!path.endsWith(".html")) continue;
  for (const [, script] of text().matchAll(/<script>([^]*?)<\/script>/g)) checkScript(path, script, "script");
}
const wrong = [
  ...[...found].filter(([what]) => !(what in OPTIONAL)).map(([what, files]) => `${what} (${[...files].slice(0, 3).join(", ")})`),
  ...Object.keys(OPTIONAL)
    .filter((what) => !found.has(what))
    .map((what) => `${what}: no longer used, remove it from OPTIONAL`),
];
if (wrong.length > 0) console.log(wrong.join("\n"));
process.exitCode = wrong.length > 0 ? 1 : 0;
