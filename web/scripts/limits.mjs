// Writes src/api/limits.gen.ts: the greatest length of each text that the server takes, from openapi.json.
import { readFileSync, writeFileSync } from "node:fs";

const at = (path) => new URL(path, import.meta.url);
const { components } = JSON.parse(readFileSync(at("../openapi.json"), "utf8"));
const lines = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) => {
  const limits = Object.entries(properties).flatMap(([field, { maxLength, anyOf = [] }]) => {
    const most = maxLength ?? anyOf.find((one) => one.maxLength)?.maxLength;
    return most ? `${field}: ${most}` : [];
  });
  return limits.length > 0 ? `export const ${name} = { ${limits.join(", ")} } as const;` : [];
});
writeFileSync(at("../src/api/limits.gen.ts"), `/** Written by scripts/limits.mjs. */\n\n${lines.join("\n")}\n`);
