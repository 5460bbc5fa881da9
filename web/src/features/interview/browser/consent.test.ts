import { afterEach, expect, test, vi } from "vitest";
import { forgetConsent, rememberConsent, rememberedConsent } from "./consent.ts";

const consent = { version: "2026-11", aiScoring: false };

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("remembers the consent per person", () => {
  rememberConsent("maya", consent);
  expect(rememberedConsent("maya")).toEqual(consent);
  expect(rememberedConsent("luis")).toBeNull();
});

test("works where storage is forbidden", () => {
  const forbid = () => {
    throw new DOMException("", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: forbid, setItem: forbid, clear: () => {} });
  rememberConsent("maya", consent);
  expect(rememberedConsent("maya")).toEqual(consent);
});

test("is cleared once the interview has the consent", () => {
  rememberConsent("maya", consent);
  forgetConsent();
  expect(rememberedConsent("maya")).toBeNull();
});
