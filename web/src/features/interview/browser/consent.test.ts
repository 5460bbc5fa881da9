import { afterEach, expect, test, vi } from "vitest";
import { forgetConsent, rememberConsent, rememberedConsent } from "./consent.ts";

const consent = { version: "2026-11", aiScoring: false };

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("remembers what this person agreed to, and nobody else's consent", () => {
  rememberConsent("maya", consent);
  expect(rememberedConsent("maya")).toEqual(consent);
  expect(rememberedConsent("luis")).toBeNull();
});

test("also where storage is forbidden", () => {
  const forbid = () => {
    throw new DOMException("", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: forbid, setItem: forbid, clear: () => {} });
  rememberConsent("maya", consent);
  expect(rememberedConsent("maya")).toEqual(consent);
});

test("is forgotten once an interview has it", () => {
  rememberConsent("maya", consent);
  forgetConsent();
  expect(rememberedConsent("maya")).toBeNull();
});
