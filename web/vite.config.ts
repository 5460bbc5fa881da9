/// <reference types="vitest/config" />
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { MESSAGES } from "./scripts/languages.mjs";

const api = process.env.DAYSHIFT_API ?? "http://127.0.0.1:8000";

/** The one language that a build speaks; scripts/build.mjs makes one build for each. */
const language = process.env.DAYSHIFT_LANGUAGE ?? "en";

// While developing, the messages are compiled as they change; a build and the tests compile them once before
// (npm run messages), since the watcher would keep the test run from ending.
const messages = () => paraglideVitePlugin(MESSAGES as Parameters<typeof paraglideVitePlugin>[0]);

/**
 * Reduces every message to its function in the language of the build, so that a page downloads one language only. Paraglide's own
 * `experimentalStaticLocale` wraps the language in a call, which no bundler evaluates: both languages would stay. Fails if a new version of
 * Paraglide words this differently.
 */
const oneLanguage = (build: boolean): Plugin => ({
  name: "one-language",
  transform(code, id) {
    if (!build || !id.includes("/messages.gen/")) return null;
    const name = /\/messages\/(\w+)\.js$/.exec(id)?.[1];
    if (name === undefined || name === "_index") return { code, moduleSideEffects: false };
    const [functions, choice] = code.split(`export const ${name} =`);
    const own = `${language}_${name}`;
    if (!functions?.includes(`const ${own} =`) || !choice) this.error(`The message ${name} has an unknown form.`);
    return { code: `${functions}export { ${own} as ${name} };`, moduleSideEffects: false };
  },
  transformIndexHtml: (html) => html.replace(/\{(\w+)\}/g, (_, name: string) => words(language)[name] ?? ""),
});

const ALL_MESSAGES = "/messages.gen/messages/_index.js";

/**
 * Serves all messages as one module, and all icons as the one file that their package has for CommonJS. Each test file loads its modules
 * again, and these are 5,000.
 */
const oneFileForTests: Plugin = {
  name: "one-file-for-tests",
  enforce: "pre",
  // A kept module is known by its own text, which stays when a message changes.
  configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(({ id }) => (id.endsWith(ALL_MESSAGES) ? false : null)),
  load(id) {
    if (!id.endsWith(ALL_MESSAGES)) return null;
    const files = [...readFileSync(id, "utf8").matchAll(/^export \* from '(.+)'$/gm)].map(([, file]) => readFileSync(join(dirname(id), file!), "utf8"));
    const code = files
      .join("\n")
      .replace(/^import .* from '\.\.\/.*$/gm, "")
      .replace(/^\/\*\*[^]*?\*\/$/gm, "");
    return `import { getLocale, experimentalStaticLocale } from "../runtime.js";\nimport * as registry from "../registry.js";\n${code}`;
  },
};

// On a slow line each file costs a round trip, however small it is. So whatever starts the app is two files of what can
// come, and run, one beside the other; one file are the small parts that many pages share, one those for days and times, which the first
// pages do not show, and one what the forms of the accounts share. Dialogs are not small: they bring their library along.
const ENTRIES = /main\.tsx|\.html|page\.css/;
const PARTS =
  /[\\/]src[\\/](format[\\/](lists|pay)|ui[\\/](?!Art|DescriptionList|Dialog|Drawer|Due|Empty|Field[\\/]EmailField|form|PasswordField|QueryState|Skeleton|TitledCard|Toast|Tooltip|TryAgainIn|Wide)|platform[\\/](?!contentKeys|countries|passkeys|zone)|messages\.gen[\\/](?!messages[\\/](account|applications|booking|dashboard|desk|matching_slots|ui_time)_))|lucide-react/;
const TIMES =
  /[\\/]src[\\/](format[\\/](dates|due|numbers|readyTime|share|zones)|platform[\\/]zone|ui[\\/](DescriptionList|Due|Skeleton|TitledCard|Wide)[\\/])|(applications_(by|hear|late)|booking|dashboard|matching_slots)[^\\/]*\.js$/;
const ACCOUNT =
  /[\\/](features[\\/]account[\\/](?!PasskeyLogin)|ui[\\/](Field[\\/]EmailField|PasswordField|TryAgainIn|form)|account_(?!login_interview|passkey))/; // That one is the interview's too.
const TOGETHER = [
  { name: "react", test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
  { name: "app", tags: ["$initial" as const], test: (id: string) => !ENTRIES.test(id), priority: 4 },
  { name: "times", test: TIMES, minShareCount: 5, maxModuleSize: 3000, priority: 1 },
  // What all pages load names every file: the name of a file for each of these texts and icons would take more bytes than they do.
  { name: "booking", test: /booking_(email_wrong|not_changed|wants)[^\\/]*\.js$/, minShareCount: 2 },
  { name: "meeting", test: /icons[\\/](calendar(-clock|-plus)?)\.mjs$/, minShareCount: 2 },
  { name: "search", test: /icons[\\/](arrow-up|chevron-down)\.mjs$/, minShareCount: 2 },
  { name: "room", test: /icons[\\/](user-round|video)\.mjs$/, minShareCount: 2 },
  { name: "matching", test: /matching_(any_wish|shift_holidays)[^\\/]*\.js$/, minShareCount: 2 },
  { name: "calls", test: /calls\.queries|calls_join[^\\/]*\.js$/, minShareCount: 2 },
  { name: "errors", test: /messages[\\/](error_not_watchable|ui_place_(not_served|wrong))\.js$/, minShareCount: 2 },
  { name: "applications", test: /applications_(job_closed|next_offer|score_text|stage_hired|undo_failed)[^\\/]*\.js$/, minShareCount: 2 },
  { name: "sent", test: /applications_(absent|see_all|send_others)[^\\/]*\.js$/, minShareCount: 2 },
  { name: "questions", test: /features[\\/]questions[\\/]labels|questions_start_2[^\\/]*\.js$/, minShareCount: 2 },
  { name: "desk", test: /messages[\\/]desk_(account|connections|decide|in|jobs|list|team|templates)_[^\\/]*\.js$/, minShareCount: 2 },
  { name: "account", test: ACCOUNT, minShareCount: 2, maxModuleSize: 2000 },
  { name: "parts", test: PARTS, minShareCount: 5, maxModuleSize: 3000, priority: 2 },
];

/** What the page itself says, before any script: the messages that index.html names. */
function words(of: string): Record<string, string> {
  return Object.assign({}, ...["ui", "shell"].map((file) => JSON.parse(readFileSync(`messages/${of}/${file}.json`, "utf8"))));
}

// Keep eslint.config.js and the lib in tsconfig.json in step: a build lowers syntax and styles, not missing functions.
const BROWSERS = ["safari15.4", "ios15.4", "chrome100", "firefox115"];
// In Safari 15 a class field whose initial value has parentheses may not see the variables around it
// (https://webkit.org/b/236843), so fields are lowered for it. That is done to our own code only: the libraries of the
// first load have no such field, and would be 1 kB larger on every page.
const LIBRARIES = ["safari16", "ios16", "chrome100", "firefox115"];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), oneLanguage(command === "build"), process.env.VITEST ? oneFileForTests : command === "serve" && messages()],
  resolve: {
    alias: {
      "use-sync-external-store/shim/index.js": "react", // React has this hook itself in every version that runs here.
      ...(process.env.VITEST && { "lucide-react": join(import.meta.dirname, "node_modules/lucide-react/dist/cjs/lucide-react.js") }),
    },
  },
  oxc: { target: BROWSERS },
  build: {
    outDir: "../dayshift/_web",
    emptyOutDir: true,
    target: LIBRARIES,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      input: ["index.html", "src/ui/page/page.css"],
      ...(!isSsrBuild && { output: { codeSplitting: { groups: TOGETHER } } }),
    },
  },
  server: { proxy: { "/api": api, "/healthz": api }, fs: { allow: [".."] } },
  test: {
    environment: "happy-dom",
    pool: "vmThreads", // One environment for each worker, a context of its own for each file: half the time.
    maxWorkers: "100%", // The default leaves one core to the transforms, which end early.
    setupFiles: ["./src/testing/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    testTimeout: 30_000,
    include: ["src/**/*.test.{ts,tsx}"],
  },
}));
