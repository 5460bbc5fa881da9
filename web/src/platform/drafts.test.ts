import { afterEach, expect, it, vi } from "vitest";
import { dropDraft, dropDrafts, keepDraft, readDraft } from "./drafts.ts";

afterEach(() => vi.unstubAllGlobals());

it("returns the last stored value, until it is deleted", () => {
  keepDraft("wish", "Cook");
  keepDraft("wish", { words: "Baker" });
  expect(readDraft("wish")).toEqual({ words: "Baker" });
  dropDraft("wish");
  expect(readDraft("wish")).toBeNull();
});

it("keeps other items of the session storage", () => {
  sessionStorage.setItem("elsewhere", "stays");
  keepDraft("wish", "Cook");
  keepDraft("answers", []);
  dropDrafts();
  expect([readDraft("wish"), readDraft("answers"), sessionStorage.getItem("elsewhere")]).toEqual([null, null, "stays"]);
});

it("lasts as long as the page where the browser forbids storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  keepDraft("wish", "Cook");
  expect(readDraft("wish")).toBe("Cook");
  dropDrafts();
  expect(readDraft("wish")).toBeNull();
});
