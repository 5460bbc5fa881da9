import { paraglideVitePlugin } from "@inlang/paraglide-js";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const api = process.env.DAYSHIFT_API ?? "http://127.0.0.1:8000";

// While developing, the messages are compiled as they change; a build and the tests compile them once before
// (npm run messages), since the watcher would keep the test run from ending.
const messages = () =>
  paraglideVitePlugin({
    project: "./project.inlang",
    outdir: "./src/messages.gen",
    strategy: ["localStorage", "preferredLanguage", "baseLocale"],
  });

export default defineConfig(({ command }) => ({
  plugins: [react(), command === "serve" && !process.env.VITEST ? messages() : null],
  build: {
    outDir: "../dayshift/_web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: { input: ["index.html", "src/ui/page/page.css"] },
  },
  server: { proxy: { "/api": api, "/healthz": api }, fs: { allow: [".."] } },
  test: {
    environment: "happy-dom",
    pool: "vmThreads", // One environment for each worker, a context of its own for each file: half the time.
    setupFiles: ["./src/testing/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    testTimeout: 30_000,
    include: ["src/**/*.test.{ts,tsx}"],
  },
}));
