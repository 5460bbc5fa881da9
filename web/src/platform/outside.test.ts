import { expect, test } from "vitest";
import { outsideAddress } from "./outside.ts";

test.each(["https://careers.example/1", "otpauth://totp/x", "/fairness/01", "mailto:ana@spoons.example"])("a link may lead to %s", (address) => {
  expect(outsideAddress(address)).toBe(address);
});

test.each([null, "", "javascript:alert(1)", "//evil.example", "careers.example"])("no link leads to %s", (address) => {
  expect(outsideAddress(address)).toBeUndefined();
});
