import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserWakeLock } from "./wakeLock.ts";

const release = vi.fn(async () => {});
const request = vi.fn();
const seenAgain = () => document.dispatchEvent(new Event("visibilitychange"));
const flush = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  vi.clearAllMocks();
  request.mockResolvedValue({ release });
  vi.stubGlobal("navigator", { wakeLock: { request } });
});

afterEach(() => vi.unstubAllGlobals());

test("keeps the screen on, again after the page was hidden, until released", async () => {
  const letGo = browserWakeLock.hold();
  await flush();
  seenAgain();
  await flush();
  expect(request).toHaveBeenCalledTimes(2);
  letGo();
  seenAgain();
  await flush();
  expect(release).toHaveBeenCalledTimes(1);
  expect(request).toHaveBeenCalledTimes(2);
});

test("releases a lock that is granted too late", async () => {
  browserWakeLock.hold()();
  await flush();
  expect(release).toHaveBeenCalledTimes(1);
});

test.each([
  ["refuses", () => vi.stubGlobal("navigator", { wakeLock: { request: () => Promise.reject(new Error("battery")) } })],
  ["does not know", () => vi.stubGlobal("navigator", {})],
])("ignores it when the browser %s it", async (_, arrange) => {
  arrange();
  const letGo = browserWakeLock.hold();
  await flush();
  expect(letGo).not.toThrow();
});
