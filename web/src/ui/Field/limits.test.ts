import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>("/src/**/*.tsx", { query: "?raw", import: "default", eager: true });

test("no field cuts a paste silently: each limit is inside a Field or uses its hook", () => {
  const limited = Object.entries(SOURCES).filter(([path, text]) => /maxLength[=:]/.test(text) && !path.endsWith(".test.tsx"));
  expect(limited.length).toBeGreaterThan(20);
  const silent = limited.filter(([, text]) => !/<Field\b/.test(text) && !text.includes("usePasteLimit("));
  expect(silent.map(([path]) => path)).toEqual([]);
});
