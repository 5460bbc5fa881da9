// Builds the app in a pseudo-language generated from the English messages: accented, and with doubled letters, so that
// words are about a third longer; a plain vowel on a screen was never translated. Also builds the gallery of all UI
// components. For e2e/journeys/pseudo.spec.ts.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Values read by programs: the locale of dates and numbers, and the URL of the landing page. */
const FOR_PROGRAMS = /\/(ui_locale|landing_address)\.js$/;
const ACCENTED = { a: "áá", e: "éé", i: "íí", o: "óó", u: "úú", n: "ñn", y: "ýý", A: "Áá", E: "Éé", I: "Íí", O: "Óó", U: "Úú" };

/** Transforms the texts of a compiled message, but not its placeholders. */
const stretched = (text) => text.replace(/\$\{[^}]*\}|[aeiouny]/gi, (found) => ACCENTED[found] ?? found);

const pseudo = {
  name: "pseudo-language",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("/messages.gen/messages/") || FOR_PROGRAMS.test(id)) return null;
    const texts = code.replace(/(\(`)((?:[^`\\]|\\.)*)(`\))/g, (_, open, text, close) => open + stretched(text) + close);
    return { code: texts };
  },
};

process.env.DAYSHIFT_LANGUAGE = "en";
const outDir = at("../node_modules/.cache/pseudo");
await build({
  root: at(".."),
  logLevel: "warn",
  plugins: [pseudo],
  build: { outDir, emptyOutDir: true, minify: false, rolldownOptions: { input: ["parts.html"] } },
});
