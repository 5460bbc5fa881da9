import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type File = [path: string, text: string];

const WEB = join(import.meta.dirname, "..", "..");

/** Every file under `folder` whose name ends so, by its path there. */
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

  it("are all said somewhere", () => {
    expect(written.filter((name) => !said.has(name))).toEqual([]);
  });

  it("are all written", () => {
    expect([...said].filter((name) => !written.includes(name))).toEqual([]);
  });

  it("belong to the file that their name begins with", () => {
    const strays = MESSAGES.flatMap(([path, text]) => {
      const area = /(\w+)\.json$/.exec(path)?.[1] ?? "";
      return Object.keys(JSON.parse(text) as object).filter((name) => !name.startsWith(`${area}_`));
    });
    expect(strays).toEqual([]);
  });
});

describe("the styles", () => {
  it.each(STYLES)("of %s are all worn", (path, css) => {
    const file = path.split("/").at(-1) ?? "";
    const wearers = product.filter(([, text]) => text.includes(`/${file}"`)).map(([, text]) => text);
    const classes = new Set(all(/\.([a-zA-Z][\w-]*)/g, css.replaceAll(/\/\*[^]*?\*\//g, "")));
    const dead = [...classes].filter((name) => !wearers.some((text) => wears(text, name)));
    expect(dead).toEqual([]);
  });
});

/** Whether a component names the class, or makes its name of a part and a value: `size${level}`. */
function wears(text: string, name: string): boolean {
  if (new RegExp(`\\b${name}\\b`).test(text)) return true;
  return all(/`(\w+)\$\{/g, text).some((start) => name.startsWith(start));
}

/** Ready for the first control whose only word is a picture; it weighs too much for any other. */
const WAITING = "ui/Tooltip/Tooltip.tsx";

describe("the parts", () => {
  const parts = product.filter(([path]) => /^(ui|features)\/.*\.tsx$/.test(path) && path !== WAITING);
  it.each(parts.map(([path]) => path))("%s is used", (path) => {
    const file = path.split("/").at(-1) ?? "";
    expect(product.some(([other, text]) => other !== path && text.includes(`/${file}"`))).toBe(true);
  });
});
