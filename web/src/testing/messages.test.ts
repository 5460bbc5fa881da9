import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const WEB = join(import.meta.dirname, "..", "..");

// The last of two messages with one key would take the place of the first.
it.each(globSync("messages/*/*.json", { cwd: WEB }))("has each key once: %s", (file) => {
  const keys = [...readFileSync(join(WEB, file), "utf-8").matchAll(/^ {2}"(\w+)":/gm)].map(([, key]) => key);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
