import { expect, test, vi } from "vitest";
import type { Listener } from "#/features/interview/model/ports.ts";
import { laterListener } from "./ports.ts";

const on = { words: vi.fn(), guess: vi.fn(), unavailable: vi.fn() };
const real = { stop: vi.fn(), abort: vi.fn() };
const listen = vi.fn(() => real);
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("starts as soon as the listener has loaded, and forwards stop", async () => {
  const listening = laterListener(async () => ({ listen })).listen(() => 0, on);
  await settle();
  expect(listen).toHaveBeenCalledTimes(1);
  listening.stop();
  await settle();
  expect(real.stop).toHaveBeenCalledTimes(1);
});

test("does not start if it was stopped while loading", async () => {
  listen.mockClear();
  let arrive: (listener: Listener) => void = () => {};
  const listening = laterListener(() => new Promise((resolve) => (arrive = resolve))).listen(() => 0, on);
  listening.abort();
  arrive({ listen });
  await settle();
  expect(listen).not.toHaveBeenCalled();
});

test("reports speech as unavailable when the listener cannot be loaded", async () => {
  laterListener(() => Promise.reject(new TypeError("offline"))).listen(() => 0, on);
  await settle();
  expect(on.unavailable).toHaveBeenCalledExactlyOnceWith("failed");
});
