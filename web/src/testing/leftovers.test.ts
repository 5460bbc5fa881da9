import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type File = [path: string, text: string];

const WEB = join(import.meta.dirname, "..", "..");

/** Returns the relative paths of all files below `folder` with this suffix. */
function read(folder: string, ending: RegExp): File[] {
  const names = readdirSync(join(WEB, folder), { recursive: true, encoding: "utf-8" });
  const chosen = names.filter((name) => ending.test(name) && !name.startsWith("messages.gen"));
  return chosen.map((name) => [name, readFileSync(join(WEB, folder, name), "utf-8")]);
}

const CODE = read("src", /\.tsx?$/);
const STYLES = read("src", /\.module\.css$/);
const MESSAGES = read("messages/en", /\.json$/);

const product = CODE.filter(([path]) => !/\.test\.tsx?$|(^|\/)testing\//.test(path));
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, name]) => name ?? "");

describe("the messages", () => {
  const written = MESSAGES.flatMap(([, text]) => Object.keys(JSON.parse(text) as object));
  const page = readFileSync(join(WEB, "index.html"), "utf-8");
  const said = new Set([...product.flatMap(([, text]) => all(/\bm\.(\w+)/g, text)), ...all(/"\{(\w+)\}"/g, page)]);

  it("are all used", () => {
    expect(written.filter((name) => !said.has(name))).toEqual([]);
  });

  it("all exist", () => {
    expect([...said].filter((name) => !written.includes(name))).toEqual([]);
  });

  it("belong to the file that matches their prefix", () => {
    const strays = MESSAGES.flatMap(([path, text]) => {
      const area = /(\w+)\.json$/.exec(path)?.[1] ?? "";
      return Object.keys(JSON.parse(text) as object).filter((name) => !name.startsWith(`${area}_`));
    });
    expect(strays).toEqual([]);
  });
});

describe("the styles", () => {
  it.each(STYLES)("of %s are all used", (path, css) => {
    const file = path.split("/").at(-1) ?? "";
    const wearers = product.filter(([, text]) => text.includes(`/${file}"`)).map(([, text]) => text);
    const classes = new Set(all(/\.([a-zA-Z][\w-]*)/g, css.replaceAll(/\/\*[^]*?\*\//g, "")));
    const dead = [...classes].filter((name) => !wearers.some((text) => wears(text, name)));
    expect(dead).toEqual([]);
  });
});

/** Whether a component uses the class, directly or composed of a prefix and a value: `size${level}`. */
function wears(text: string, name: string): boolean {
  if (new RegExp(`\\b${name}\\b`).test(text)) return true;
  return all(/`(\w+)\$\{/g, text).some((start) => name.startsWith(start));
}

/** Reserved for future icon-only controls; too large for other uses. */
const WAITING = "ui/Tooltip/Tooltip.tsx";

describe("the UI components", () => {
  const parts = product.filter(([path]) => /^(ui|features)\/.*\.tsx$/.test(path) && path !== WAITING);
  it.each(parts.map(([path]) => path))("%s is used", (path) => {
    const file = path.split("/").at(-1) ?? "";
    expect(product.some(([other, text]) => other !== path && text.includes(`/${file}"`))).toBe(true);
  });
});
