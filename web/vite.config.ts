import { paraglideVitePlugin } from "@inlang/paraglide-js";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const api = process.env.DAYSHIFT_API ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [
    react(),
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/messages.gen",
      strategy: ["localStorage", "preferredLanguage", "baseLocale"],
    }),
  ],
  build: {
    outDir: "../dayshift/_web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true,
  },
  server: { proxy: { "/api": api, "/healthz": api }, fs: { allow: [".."] } },
  test: {
    environment: "happy-dom",
    setupFiles: ["./src/testing/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
