import { expect, test } from "vitest";
import { sameOriginPath } from "./page.ts";

const ORIGIN = "https://jobs.example";

test.each([
  ["/dashboard", "/dashboard"],
  ["/matches?show=saved#top", "/matches?show=saved#top"],
  ["https://jobs.example/confirmation", "/confirmation"],
  ["/a/../b", "/b"],
  ["/search?from=//evil.example", "/search?from=//evil.example"],
])("%j leads to %j", (address, path) => {
  expect(sameOriginPath(address, ORIGIN)).toBe(path);
});

test.each([
  [null],
  [""],
  ["//evil.example"],
  ["/\t/evil.example"],
  ["/\n/evil.example"],
  ["\t//evil.example"],
  ["/\\evil.example"],
  ["\\\\evil.example"],
  ["/.//evil.example"],
  ["/..//evil.example"],
  ["/%2e//evil.example"],
  ["/a/..//evil.example"],
  ["https://jobs.example//evil.example"],
  ["https://jobs.example@evil.example/"],
  ["https://evil.example/"],
  ["http://jobs.example/"],
  ["javascript:alert(1)"],
  ["data:text/html,hello"],
  ["blob:https://jobs.example/0"],
  ["http://["],
])("%j is rejected", (address) => {
  expect(sameOriginPath(address, ORIGIN)).toBeNull();
});

/** Fragments of URLs that bypass filters. */
const PIECES = [
  "/",
  "//",
  "\\",
  ".",
  "..",
  "%2e",
  "%2f",
  "%5c",
  "\t",
  "\n",
  "\r",
  " ",
  "\0",
  "@",
  ":",
  "?",
  "#",
  "&",
  "=",
  "[",
  "]",
  "https:",
  "http:",
  "javascript:",
  "data:",
  "blob:",
  "evil.example",
  "jobs.example",
  "//evil.example",
  "a",
  "é",
  "‮",
  "\ud800",
];

/** A small seeded generator (mulberry32), so that a failure can be reproduced. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

test("none of 10,000 random URLs leads to another site", () => {
  const pick = generator(20261122);
  let accepted = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const address = Array.from({ length: 1 + pick(7) }, () => PIECES[pick(PIECES.length)]).join("");
    const path = sameOriginPath(address, ORIGIN);
    if (path === null) continue;
    accepted += 1;
    const shown = JSON.stringify(address);
    expect(path.startsWith("/") && !/^\/[/\\]/.test(path), shown).toBe(true);
    expect(new URL(path, ORIGIN).origin, shown).toBe(ORIGIN);
    expect(sameOriginPath(path, ORIGIN), shown).toBe(path);
  }
  expect(accepted).toBeGreaterThan(500);
});
