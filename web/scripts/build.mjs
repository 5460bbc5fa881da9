// Builds the app once for each language. A page loads one of the builds; what does not depend on the language has the
// same content, so the same name, in all of them.
import { rename } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { LANGUAGES } from "./languages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = fileURLToPath(new URL("../../dayshift/_web", import.meta.url));

for (const language of LANGUAGES) {
  process.env.DAYSHIFT_LANGUAGE = language;
  const manifest = `.vite/manifest.${language}.json`;
  await build({ root, logLevel: "warn", build: { manifest, emptyOutDir: language === LANGUAGES[0] } });
  await rename(`${built}/index.html`, `${built}/index.${language}.html`);
}
