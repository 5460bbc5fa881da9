import boundaries from "eslint-plugin-boundaries";
import compat from "eslint-plugin-compat";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import { fileURLToPath } from "node:url";
import tseslint from "typescript-eslint";
import { noCycle } from "./eslint.cycles.js";

/**
 * Functions that the oldest browsers we support lack, and that eslint-plugin-compat does not know; the lib in
 * tsconfig.json keeps out those of the language.
 */
const TOO_NEW = [
  ["URL", "canParse"],
  ["URL", "parse"],
  ["AbortSignal", "any"],
  ["AbortSignal", "timeout"],
  [undefined, "requestSubmit"],
  [undefined, "checkVisibility"],
].map(([object, property]) => ({ ...(object && { object }), property, message: "Missing in browsers that we support." }));

/** What the browser offers. Only the two folders that hide it from the rest may name it. */
const BROWSER_APIS = [
  "AudioContext",
  "BroadcastChannel",
  "MediaRecorder",
  "SpeechSynthesisUtterance",
  "caches",
  "crypto",
  "fetch",
  "history",
  "indexedDB",
  "localStorage",
  "location",
  "matchMedia",
  "navigator",
  "sessionStorage",
  "speechSynthesis",
  "webkitSpeechRecognition",
  "window",
];

const element = (type) => ({ element: { type } });
const mayUse = (type, ...others) => ({
  from: element(type),
  allow: { to: { element: { types: { anyOf: [type, ...others] } } } },
});

export default defineConfig(
  globalIgnores(["node_modules", "src/messages.gen", "playwright-report", "test-results"]),
  // Generated files have nothing to lint. An ignored one would be a warning where changed files are named one by one.
  { files: ["src/api/schema.gen.d.ts", "src/api/limits.gen.ts"], processor: { preprocess: () => [], postprocess: () => [] } },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommended, reactHooks.configs.flat.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-unnecessary-condition": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "no-console": "error",
      "no-restricted-properties": ["error", ...TOO_NEW],
      "no-restricted-imports": [
        "error",
        {
          name: "wouter",
          importNames: ["Link", "Redirect", "Route", "Switch", "useLocation", "useRoute", "useSearch", "useSearchParams"],
          message: "The router takes every text for a page of the app: use AppLink, Redirect and the functions of platform/paths.ts.",
        },
      ],
      "no-restricted-exports": ["error", { restrictDefaultExports: { namedFrom: true, namespaceFrom: true } }],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportAllDeclaration", message: "No barrels: import a thing from the file that makes it." },
        { selector: "ExportNamedDeclaration[source]", message: "No barrels: import a thing from the file that makes it." },
        {
          selector: "JSXOpeningElement[name.name=/^[a-z]/] > JSXAttribute[name.name='autoFocus']",
          message: "It leaves a new screen scrolled where the last one was: use ref={takeFocus}.",
        },
        {
          selector: "JSXOpeningElement[name.name='a'] > JSXAttribute[name.name='href'][value.value!='#main']",
          message: "It takes any text: use AppLink, Button or TextLink.",
        },
        {
          selector: "NewExpression[callee.object.name='Intl'][callee.property.name='DateTimeFormat']",
          message: "It fails for zones that the browser does not know: use formatterIn.",
        },
        {
          // Of a call of a mutation: what is not the first argument.
          selector:
            "CallExpression > ObjectExpression:not(:first-child) > Property[key.name=/^on(Success|Error|Settled)$/] CallExpression[callee.name=/^(toast|tell|offerUndo|addPending|drop)/]",
          message: "Not called once the component has left the page: use mutateAsync(…).then(…), and this only for closing and moving on.",
        },
        {
          selector:
            "CallExpression > ObjectExpression:not(:first-child) > Property[key.name=/^on(Success|Error|Settled)$/] > Identifier.value[name=/^(done|sent|tell|toast|saved)/]",
          message: "Not called once the component has left the page: use mutateAsync(…).then(…), and this only for closing and moving on.",
        },
        { selector: "Literal[value='en-CA']", message: "Its date format differs between browsers: use calendarDate." },
      ],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { boundaries, local: { rules: { "no-cycle": noCycle } } },
    settings: {
      "import/resolver": { [fileURLToPath(new URL("eslint.resolver.cjs", import.meta.url))]: {} },
      "boundaries/elements": [
        { type: "app", pattern: "src/app" },
        { type: "desk", pattern: "src/desk" },
        { type: "pages", pattern: "src/pages" },
        { type: "feature", pattern: "src/features/*", capture: ["name"] },
        { type: "session", pattern: "src/session" },
        { type: "ui", pattern: "src/ui" },
        { type: "format", pattern: "src/format" },
        { type: "api", pattern: "src/api" },
        { type: "platform", pattern: "src/platform" },
        { type: "messages", pattern: "src/messages.gen/**", partialMatch: false },
        { type: "testing", pattern: "src/testing" },
      ],
      "boundaries/files": [{ category: "test", pattern: "**/*.test.{ts,tsx}" }],
    },
    rules: {
      "local/no-cycle": "error",
      // One direction: app, pages, features, session, and below them ui, format, api and platform. Only app and pages compose features.
      // The desk shares nothing with the candidates' side but ui and below.
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          policies: [
            mayUse("app", "desk", "pages", "feature", "session", "ui", "format", "api", "platform", "messages"),
            mayUse("desk", "ui", "format", "api", "platform", "messages"),
            mayUse("pages", "feature", "session", "ui", "format", "api", "platform", "messages"),
            {
              from: element("feature"),
              allow: { to: { element: { types: { anyOf: ["session", "ui", "format", "api", "platform", "messages"] } } } },
            },
            {
              from: element("feature"),
              allow: { to: { element: { type: "feature", captured: { name: "{{ from.element.captured.name }}" } } } },
            },
            mayUse("session", "api", "platform", "messages"),
            mayUse("ui", "format", "platform", "messages"),
            mayUse("format", "platform", "messages"),
            mayUse("api", "platform", "messages"),
            mayUse("platform"),
            mayUse("testing", "app", "desk", "pages", "feature", "session", "ui", "format", "api", "platform", "messages"),
            { from: { file: { categories: "test" } }, allow: { to: element("testing") } },
            { allow: { to: { module: { origin: "external" } } } },
            { allow: { to: { module: { origin: "core" } } } },
          ],
        },
      ],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/platform/**", "src/features/interview/browser/**", "src/testing/**", "src/**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-globals": ["error", ...BROWSER_APIS.map((name) => ({ name, message: "Browser APIs live in platform/ and features/interview/browser/." }))],
    },
  },
  {
    // The browsers of package.json's "browserslist" lack what this rule reports.
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/testing/**", "src/**/*.test.{ts,tsx}"],
    plugins: { compat },
    rules: { "compat/compat": "error" },
  },
  {
    // A browser may lack what its type promises, and a log has to end up somewhere.
    files: ["src/platform/**", "src/features/interview/browser/**"],
    rules: { "@typescript-eslint/no-unnecessary-condition": "off", "no-console": "off" },
  },
  {
    files: ["src/**/*.test.{ts,tsx}"],
    rules: { "no-console": "off" },
  },
);
